import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { api, ApiError, type Config } from '@/api/http'
import zh from '@/i18n/zh'
import { notice } from '@/ui/notices/notice'
import Notice from '@/ui/notices/Notice.vue'
import { toasts } from '@/ui/notices/toast'
import { explain, opened, updated } from '@/ui/notices/updated'

afterEach(() => {
  updated.value = null
  notice.value = ''
  toasts.value = []
  vi.restoreAllMocks()
})

it('offers a reload of the wanted page where the server answers', async () => {
  vi.spyOn(api, 'config').mockResolvedValue({ announcement: '今晚维护' } as Config)
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const wrapper = mount(Notice)
  await flushPromises()
  await explain('/r/386201')
  await flushPromises()
  expect(wrapper.text()).toContain(zh.errors.updated)
  await wrapper.get('[data-testid="update"]').trigger('click')
  expect(assign).toHaveBeenCalledWith('/r/386201')
  expect(toasts.value).toEqual([])
  wrapper.unmount()
})

it('names the network where nobody answers', async () => {
  vi.spyOn(api, 'config').mockRejectedValue(new ApiError('network', 0))
  await explain('/new')
  expect([toasts.value.map(({ text }) => text), updated.value]).toEqual([[zh.errors.network], null])
})

it('leaves it to the router to say why a page does not open', async () => {
  await expect(opened(Promise.reject(new TypeError('no such file')))).resolves.toBeUndefined()
})

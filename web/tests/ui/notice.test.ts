import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, type Config } from '@/api/http'
import { layout, type Box } from '@/layout/layout'
import { notice, unread } from '@/ui/notices/notice'
import Notice from '@/ui/notices/Notice.vue'
import TableNotice from '@/ui/notices/TableNotice.vue'
import { tables } from '@/ui/notices/toast'

const TEXT = '今晚十点维护'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  notice.value = ''
})

afterEach(() => {
  tables.value = 0
  vi.useRealTimers()
})

describe('on a page', () => {
  it('stands until it is put away, and not where a table is', async () => {
    vi.spyOn(api, 'config').mockResolvedValue({ announcement: TEXT } as Config)
    const wrapper = mount(Notice)
    await flushPromises()
    expect(wrapper.text()).toContain(TEXT)
    tables.value = 1
    await flushPromises()
    expect(wrapper.text()).toBe('')
    tables.value = 0
    await flushPromises()
    await wrapper.get('button').trigger('click')
    expect([wrapper.text(), unread.value]).toEqual(['', ''])
    notice.value = '推迟到十一点'
    await flushPromises()
    expect(wrapper.text()).toContain('推迟到十一点')
    wrapper.unmount()
  })
})

describe('on a table', () => {
  const said = (wrapper: ReturnType<typeof mount>): boolean =>
    wrapper.find('[data-testid="table-notice"]').exists()

  it('folds by itself to a mark that opens it again', async () => {
    notice.value = '今晚十二点维护'
    const wrapper = mount(TableNotice)
    const mark = wrapper.get('[data-testid="notice-mark"]')
    expect(said(wrapper)).toBe(true)
    await vi.advanceTimersByTimeAsync(8_000)
    expect([said(wrapper), mark.attributes('aria-expanded')]).toEqual([false, 'false'])
    await mark.trigger('click')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([said(wrapper), mark.attributes('aria-expanded')]).toEqual([true, 'true'])
    await mark.trigger('click')
    expect(said(wrapper)).toBe(false)
    notice.value = '现在就维护'
    await flushPromises()
    expect(wrapper.get('[data-testid="table-notice"]').text()).toBe('现在就维护')
    notice.value = ''
    await flushPromises()
    expect(wrapper.find('button').exists()).toBe(false)
    wrapper.unmount()
  })

  const meets = (one: Box, two: Box): boolean =>
    one.x < two.x + two.w && two.x < one.x + one.w && one.y < two.y + two.h && two.y < one.y + one.h

  it.each([
    [360, 640],
    [360, 740],
    [414, 896],
    [667, 375],
    [812, 375],
    [1280, 800],
  ])('has its mark where nothing is to be tapped, at %d × %d', (width, height) => {
    for (const players of [2, 3, 4] as const) {
      const l = layout(width, height, { top: 0, right: 0, bottom: 0, left: 0 }, players)
      const mark = { x: width - 44, y: height * 0.52 - 22, w: 44, h: 44 }
      const taken = [l.bar, l.tools, l.claim, l.ting, l.hand, l.centre, ...l.seats.map(({ chip }) => chip)]
      expect(taken.filter((box) => meets(mark, box))).toEqual([])
    }
  })
})

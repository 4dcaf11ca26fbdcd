import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, type Config } from '@/api/http'
import { layout, type Box } from '@/layout/layout'
import { notice, unread } from '@/ui/notices/notice'
import Notice from '@/ui/notices/Notice.vue'
import TableNotice from '@/ui/notices/TableNotice.vue'
import { tables, toast, toasts } from '@/ui/notices/toast'
import Toasts from '@/ui/notices/Toasts.vue'

const TEXT = '今晚十点维护'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  notice.value = ''
})

afterEach(() => {
  tables.value = 0
  toasts.value = []
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

describe('what the operator says', () => {
  it('is asked for once a minute, only while the page is looked at, and never by a page that is gone', async () => {
    const config = vi.spyOn(api, 'config').mockResolvedValue({ announcement: TEXT } as Config)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const wrapper = mount(Notice)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(config).not.toHaveBeenCalled()
    hidden.mockReturnValue(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(notice.value).toBe(TEXT)
    config.mockRejectedValue(new Error('away'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([config.mock.calls.length, notice.value]).toEqual([2, TEXT])
    wrapper.unmount()
    await vi.advanceTimersByTimeAsync(600_000)
    expect([config.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0])
  })
})

describe('toasts', () => {
  const texts = (): string[] => toasts.value.map(({ text }) => text)

  it('are three at most, newest last, each for a few seconds', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast(text)
    expect(texts()).toEqual(['b', 'c', 'd'])
    vi.advanceTimersByTime(3_199)
    expect(texts()).toEqual(['b', 'c', 'd'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('say the same text once, for its whole time again', () => {
    toast('a')
    vi.advanceTimersByTime(3_000)
    toast('b')
    toast('a')
    expect(texts()).toEqual(['b', 'a'])
    vi.advanceTimersByTime(3_000)
    expect(texts()).toEqual(['b', 'a'])
    vi.advanceTimersByTime(200)
    expect(texts()).toEqual([])
  })

  it('are shown on the page only where no table shows them', async () => {
    toast('a')
    const page = mount(Toasts)
    expect(page.text()).toBe('a')
    const table = mount(Toasts, { props: { stage: true } })
    await flushPromises()
    expect([page.text(), table.get('[data-testid="toast"]').text()]).toEqual(['', 'a'])
    table.unmount()
    await flushPromises()
    expect(page.text()).toBe('a')
    page.unmount()
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

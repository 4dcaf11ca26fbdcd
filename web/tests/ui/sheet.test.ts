import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Sheet from '@/ui/sheets/Sheet.vue'

const mounted: { unmount(): void }[] = []
const behind = document.createElement('button')

function sheet(props: Partial<InstanceType<typeof Sheet>['$props']> = {}) {
  const wrapper = mount(Sheet, {
    props: { title: '本房规则', ...props },
    slots: { default: '<button class="one">1</button>', foot: '<button class="two">2</button>' },
    attachTo: document.body,
  })
  mounted.push(wrapper)
  return wrapper
}

/** What the browser is left to do: false if the page has done it. */
const press = (key: string, shiftKey = false): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
  )
const focused = (): string => document.activeElement?.className ?? ''

beforeEach(() => {
  document.body.append(behind)
  behind.focus()
})

afterEach(() => {
  mounted.splice(0).forEach((wrapper) => wrapper.unmount())
  behind.remove()
})

describe('a sheet', () => {
  it('holds the focus: Tab goes round in it, from outside too', async () => {
    const { vm } = sheet()
    await vm.$nextTick()
    expect(focused()).toBe('sheet')
    expect(press('Tab', true)).toBe(false)
    expect(focused()).toBe('two')
    expect(press('Tab')).toBe(false)
    expect(focused()).toBe('btn-icon')
    expect(press('Tab')).toBe(true)
    behind.focus()
    expect(press('Tab')).toBe(false)
    expect(focused()).toBe('btn-icon')
  })

  it('closes with Escape wherever the focus is, and nobody behind it hears that', async () => {
    const heard = vi.fn()
    window.addEventListener('keydown', heard)
    const wrapper = sheet()
    await wrapper.vm.$nextTick()
    behind.focus()
    press('Escape')
    window.removeEventListener('keydown', heard)
    expect(wrapper.emitted('close')).toHaveLength(1)
    expect(heard).not.toHaveBeenCalled()
  })

  it('leaves the keys to the sheet on top of it, and has them again afterwards', async () => {
    const [below, above] = [sheet(), sheet()]
    await above.vm.$nextTick()
    press('Escape')
    expect([below.emitted('close'), above.emitted('close')]).toEqual([undefined, [[]]])
    above.unmount()
    press('Escape')
    expect(below.emitted('close')).toHaveLength(1)
  })

  it('stays when it is pinned, and leaves the keys alone when the table behind it is in play', async () => {
    const pinned = sheet({ pinned: true })
    await pinned.vm.$nextTick()
    press('Escape')
    expect(pinned.emitted('close')).toBeUndefined()
    pinned.unmount()
    const open = sheet({ open: true })
    await open.vm.$nextTick()
    behind.focus()
    expect(press('Tab')).toBe(true)
    press('Escape')
    expect(open.emitted('close')).toBeUndefined()
  })

  it('gives the focus back to what opened it', async () => {
    const wrapper = sheet()
    await wrapper.vm.$nextTick()
    wrapper.unmount()
    expect(document.activeElement).toBe(behind)
  })
})

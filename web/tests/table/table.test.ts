import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import type { Decision, HandAction, RoomAction, RoomView } from '@/api/protocol.gen'
import type { Listener, Session, Step } from '@/game/session'
import { setLocale } from '@/i18n'
import { layout } from '@/layout/layout'
import { viewport } from '@/layout/stage'
import type { LinkState } from '@/link/socket'
import { settings } from '@/settings'
import Table from '@/table/Table.vue'
import { toasts } from '@/ui/notices/toast'
import { handView, player, roomView } from '../fixtures'

interface Fake extends Session {
  decided: HandAction[]
  acted: RoomAction[]
  deal: Step | null
  listeners: Set<Listener>
  show(view: RoomView): void
}

function fake(first: RoomView): Fake {
  const view = shallowRef<RoomView | null>(first)
  const listeners = new Set<Listener>()
  const session: Fake = {
    decided: [],
    acted: [],
    deal: null,
    listeners,
    view,
    state: shallowRef<LinkState>('live'),
    answered: shallowRef<number | null>(null),
    now: () => Date.now(),
    takeDeal() {
      const taken = session.deal
      session.deal = null
      return taken
    },
    decide: (action) => void session.decided.push(action),
    act(action) {
      session.acted.push(action)
      return Promise.resolve(null)
    },
    onStep(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    resume: () => undefined,
    stop: () => undefined,
    show(now) {
      const before = view.value
      view.value = now
      listeners.forEach((listener) => listener({ before, view: now, frame: { seq: 1 }, late: false }))
    },
  }
  return session
}

const asked = (decision: Partial<Decision>, change: Partial<RoomView> = {}): RoomView =>
  roomView({ decision: { id: 5, ...decision }, ...change })

const TURN: Partial<Decision> = { discard: '123456789m5p', suggested: '5p' }

function table(view: RoomView, deal: Step | null = null) {
  const session = fake(view)
  session.deal = deal
  const wrapper = mount(Table, { props: { session }, attachTo: document.body })
  const find = (id: string) => wrapper.find(`[data-testid="${id}"]`)
  return { session, wrapper, find }
}

let open: { unmount(): void } | null = null
const show = (view: RoomView, deal: Step | null = null): ReturnType<typeof table> => {
  const shown = table(view, deal)
  open = shown.wrapper
  return shown
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  viewport.width = 360
  viewport.height = 740
})

afterEach(() => {
  open?.unmount()
  open = null
  settings.singleTap = false
  toasts.value = []
  vi.useRealTimers()
})

describe('the own turn', () => {
  it('lifts with the first tap and discards with the second', async () => {
    const { session, find } = show(asked(TURN))
    await find('tile-5p').trigger('click')
    expect(session.decided).toEqual([])
    expect(find('tile-5p').classes()).toContain('tile-selected')
    await find('tile-5p').trigger('click')
    expect(session.decided).toEqual([{ type: 'discard', tile: '5p' }])
  })

  it('discards with one tap if the player wants that', async () => {
    settings.singleTap = true
    const { session, find } = show(asked(TURN))
    await find('tile-5p').trigger('click')
    expect(session.decided).toEqual([{ type: 'discard', tile: '5p' }])
  })

  it('discards with a flick up, and the click after it is no tap', async () => {
    const { session, find } = show(asked(TURN))
    await find('tile-9m').trigger('pointerdown', { clientX: 100, clientY: 700 })
    await find('tile-9m').trigger('pointerup', { clientX: 104, clientY: 640 })
    await find('tile-9m').trigger('click')
    expect(session.decided).toEqual([{ type: 'discard', tile: '9m' }])
  })

  it('does not discard what may not be discarded, and says why', async () => {
    const players = [player({ tiles: 14, void: 'p' }), player(), player(), player()]
    const { session, find } = show(asked({ discard: '5p' }, { hand: handView({ players }) }))
    await find('tile-9m').trigger('click')
    await find('tile-9m').trigger('click')
    expect(session.decided).toEqual([])
    expect(toasts.value.map(({ text }) => text)).toEqual(['先打完缺门的牌'])
  })

  it('plays by keys', () => {
    const { session } = show(asked(TURN))
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter'])
      window.dispatchEvent(new KeyboardEvent('keydown', { key }))
    expect(session.decided).toEqual([{ type: 'discard', tile: '1m' }])
  })

  it('shows what the lifted tile would wait for, with what is left of it', async () => {
    const { find } = show(asked({ ...TURN, ready: { '5p': { '1m': 12, '9m': 12 } } }))
    expect(find('ting').text()).toContain('听')
    await find('tile-5p').trigger('click')
    expect(find('wait-1m').text()).toBe('12颗剩1')
  })
})

describe('a tile that is lifted', () => {
  it('is put back when the hand changes: the next tap means the tile that is there now', async () => {
    const { session, wrapper, find } = show(asked(TURN))
    await find('tile-5p').trigger('click')
    const hand = handView({ hand: '112345678999m9p', drawn: '5p' })
    session.show(asked({ ...TURN, id: 6, discard: '12345678m9p5p' }, { hand }))
    await wrapper.vm.$nextTick()
    expect(wrapper.findAll('.tile-selected')).toHaveLength(0)
    await find('tile-5p').trigger('click')
    expect(session.decided).toEqual([])
  })

  it('stays lifted while others play', async () => {
    const { session, wrapper, find } = show(roomView())
    await find('tile-5p').trigger('click')
    session.show(roomView({ hand: handView({ turn: 2, wall: 60 }) }))
    await wrapper.vm.$nextTick()
    expect(find('tile-5p').classes()).toContain('tile-selected')
  })
})

const press = (...keys: string[]): void =>
  keys.forEach((key) => window.dispatchEvent(new KeyboardEvent('keydown', { key })))

it('is put back when the computer plays on, without any question to the player', async () => {
  const { session, wrapper, find } = show(roomView())
  await find('tile-5p').trigger('click')
  expect(wrapper.findAll('.tile-selected')).toHaveLength(1)
  session.show(roomView({ hand: handView({ hand: '111234567899m57p', drawn: null }) }))
  await wrapper.vm.$nextTick()
  expect(wrapper.findAll('.tile-selected')).toHaveLength(0)
})

describe('keys', () => {
  const PLAY = ['ArrowRight', 'Enter']

  it('and steps are nothing to a table that is gone', () => {
    const { session, wrapper } = show(asked(TURN))
    expect(session.listeners.size).toBeGreaterThan(0)
    wrapper.unmount()
    expect(session.listeners.size).toBe(0)
    press(...PLAY)
    expect(session.decided).toEqual([])
  })

  it('do nothing under a sheet', async () => {
    const { session, wrapper, find } = show(asked(TURN))
    await find('menu').trigger('click')
    press(...PLAY)
    expect(session.decided).toEqual([])
    wrapper.unmount()
  })

  it('do nothing while the connection is away', async () => {
    const { session, wrapper } = show(asked(TURN))
    session.state.value = 'lost'
    await wrapper.vm.$nextTick()
    vi.advanceTimersByTime(1_600)
    press(...PLAY)
    expect(session.decided).toEqual([])
    session.state.value = 'live'
    await wrapper.vm.$nextTick()
    press(...PLAY)
    expect(session.decided).toHaveLength(1)
  })

  it('with Ctrl belong to the browser', () => {
    const { session } = show(asked(TURN))
    for (const key of PLAY) window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true }))
    expect(session.decided).toEqual([])
  })
})

it('leaves no timer behind when it goes while the deal is shown', () => {
  const before = vi.getTimerCount()
  const view = roomView()
  const { wrapper } = show(view, { before: null, view, frame: null, late: false })
  expect(wrapper.find('.deal').exists()).toBe(true)
  wrapper.unmount()
  expect(vi.getTimerCount()).toBe(before)
})

describe('claims', () => {
  const CLAIM: Partial<Decision> = { pung: '9s', kong: ['9s'], win: { ke: 13, items: {} }, can_pass: true }

  it('stand in one order and ignore a tap that was on its way', async () => {
    const { session, wrapper, find } = show(asked(CLAIM))
    const buttons = wrapper
      .findAll('[data-testid^="claim-"]')
      .map((button) => button.attributes('data-testid'))
    expect(buttons).toEqual(['claim-pung', 'claim-kong', 'claim-win', 'claim-pass'])
    expect(find('claim-win').text()).toBe('胡13颗')
    await find('claim-pass').trigger('click')
    expect(session.decided).toEqual([])
    vi.advanceTimersByTime(260)
    await find('claim-win').trigger('click')
    expect(session.decided).toEqual([{ type: 'win' }])
  })

  it('asks which kong if there are several', async () => {
    const { session, find } = show(asked({ ...TURN, kong: ['1m', '9m'] }))
    vi.advanceTimersByTime(260)
    await find('claim-kong').trigger('click')
    expect(session.decided).toEqual([])
    await find('kong-9m').trigger('click')
    expect(session.decided).toEqual([{ type: 'kong', tile: '9m' }])
  })

  it('do not ask which kong of a decision that is over', async () => {
    const { session, wrapper, find } = show(asked({ ...TURN, kong: ['1m', '9m'] }))
    vi.advanceTimersByTime(260)
    await find('claim-kong').trigger('click')
    expect(find('kong-1m').exists()).toBe(true)
    session.show(asked({ ...TURN, id: 6, kong: ['1m', '9m'] }))
    await wrapper.vm.$nextTick()
    expect([find('kong-1m').exists(), find('claim-kong').exists()]).toEqual([false, true])
  })

  it('disappear once answered', async () => {
    const { session, wrapper } = show(asked(CLAIM))
    session.answered.value = 5
    await wrapper.vm.$nextTick()
    expect(wrapper.findAll('[data-testid^="claim-"]')).toHaveLength(0)
  })

  it('pass with Escape', () => {
    const { session } = show(asked(CLAIM))
    vi.advanceTimersByTime(260)
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(session.decided).toEqual([{ type: 'pass' }])
  })
})

describe('before play', () => {
  const OFFER: Partial<Decision> = {
    exchange: [{ must: '', choices: '1112345678999m', pick: 3 }],
    suggested: '111m',
  }

  it('offers the suggested exchange and lets another be picked', async () => {
    const { session, wrapper, find } = show(asked(OFFER, { hand: handView({ phase: 'exchanging' }) }))
    expect(wrapper.findAll('.tile-selected').map((tile) => tile.attributes('data-testid'))).toEqual(
      Array(3).fill('tile-1m'),
    )
    await wrapper.find('[data-testid="tile-1m"]').trigger('click')
    expect(find('exchange').attributes('disabled')).toBeDefined()
    await find('tile-9m').trigger('click')
    await find('exchange').trigger('click')
    expect(session.decided).toEqual([{ type: 'exchange', tiles: ['1m', '1m', '9m'] }])
  })

  it('offers the suggestion of the next exchange, not the picks of the last', async () => {
    const { session, wrapper, find } = show(asked(OFFER, { hand: handView({ phase: 'exchanging' }) }))
    await find('tile-9m').trigger('click')
    const next = { ...OFFER, id: 6, suggested: '999m' }
    session.show(asked(next, { hand: handView({ phase: 'exchanging', number: 2 }) }))
    await wrapper.vm.$nextTick()
    expect(wrapper.findAll('.tile-selected').map((tile) => tile.attributes('data-testid'))).toEqual(
      Array(3).fill('tile-9m'),
    )
  })

  it('marks the suggested void suit', async () => {
    const { session, find } = show(asked({ void: ['m', 'p', 's'], suggested: 's' }))
    vi.advanceTimersByTime(260)
    expect(find('void-s').text()).toContain('推荐')
    expect(find('void-s').attributes('aria-label')).toBe('条，推荐')
    await find('void-p').trigger('click')
    expect(session.decided).toEqual([{ type: 'void', suit: 'p' }])
  })

  it('shows the tiles that came in exchange', async () => {
    const exchange = { chosen: [], gave: '111m', received: '159s', die: 2, direction: 'next' as const }
    const { session, wrapper, find } = show(
      asked({ void: ['m', 'p', 's'] }, { hand: handView({ exchange }) }),
    )
    const seen = (): (string | undefined)[] =>
      find('ting')
        .findAll('.tile')
        .map((tile) => tile.attributes('aria-label'))
    expect(find('ting').text()).toBe('给下家 · 换来')
    expect(seen()).toEqual(['一条', '五条', '九条'])
    const players = [player({ river: ['1m'] }), player(), player(), player()]
    session.show(roomView({ hand: handView({ exchange, players }) }))
    await wrapper.vm.$nextTick()
    expect(seen()).toEqual([])
  })

  it('tells who deals to a table that comes late, and not twice', async () => {
    const view = roomView({
      seating_dice: [
        [
          [6, 5],
          [3, 3],
          [2, 1],
          [1, 1],
        ],
      ],
    })
    const deal = { before: null, view, frame: null, late: false }
    const { session, wrapper } = show(roomView({ hand: handView({ turn: 1 }) }), deal)
    expect(wrapper.find('.deal').text()).toContain('阿勇坐庄')
    expect(wrapper.findAll('.deal li').map((row) => row.text())[0]).toBe('阿勇 6+5')
    vi.advanceTimersByTime(2_300)
    await wrapper.vm.$nextTick()
    expect(wrapper.find('.deal').exists()).toBe(false)
    session.show(roomView())
    await wrapper.vm.$nextTick()
    expect(wrapper.find('.deal').exists()).toBe(false)
  })
})

describe('around play', () => {
  it('ends 托管 with one tap', async () => {
    const seats = [{ name: '阿勇', auto: true }, { name: 'b' }, { name: 'c' }, { name: 'd', online: false }]
    const { session, find } = show(roomView({ seats }))
    expect(find('seat-left').text()).toContain('离线')
    await find('auto-off').trigger('click')
    expect(session.acted).toEqual([{ type: 'auto', on: false }])
  })

  it('asks for an answer to a proposal, and not again', async () => {
    const vote = { proposer: 1, until: Date.now() + 60_000, answers: [null, true, null, null] }
    const { session, wrapper, find } = show(roomView({ vote }))
    expect(wrapper.get('[role="dialog"] h2').text()).toBe('解散牌局？')
    expect(find('vote-by').text()).toBe('川妹子想解散牌局')
    expect(find('vote').text()).toContain('还没答')
    await find('vote-yes').trigger('click')
    expect(session.acted).toEqual([{ type: 'answer_dissolve', agree: true }])
    session.show(roomView({ vote: { ...vote, answers: [true, true, null, null] } }))
    await wrapper.vm.$nextTick()
    expect(find('vote-yes').exists()).toBe(false)
    expect(wrapper.get('.vote-done').text()).toBe('你同意了')
  })

  it('says that it is reconnecting only after a while', async () => {
    const { session, wrapper, find } = show(asked(TURN))
    session.state.value = 'lost'
    await wrapper.vm.$nextTick()
    expect(find('banner-reconnect').exists()).toBe(false)
    vi.advanceTimersByTime(1_600)
    await wrapper.vm.$nextTick()
    expect(find('banner-reconnect').exists()).toBe(true)
  })

  it('shows the receipt after a pause, then lets the player go on', async () => {
    const { session, wrapper, find } = show(roomView())
    const result = {
      exhausted: false,
      deltas: [13, 0, -13, 0],
      transfers: [{ payer: 2, payee: 0, ke: 13, reason: 'discard' as const }],
      hands: ['', '1m', '2m', '3m'],
      next_dealer: 0,
      seed: 'ab',
      client_seeds: [],
    }
    const won = {
      seat: 0,
      place: 1,
      tile: '5p',
      by: 'discard' as const,
      source: 2,
      ke: 13,
      multiplier: 1,
      concealed: '55p',
      items: [
        { id: 'base', ke: 1, tiles: '' },
        { id: 'full_flush', ke: 12, tiles: '' },
      ],
      near_misses: [{ id: 'banzi', reason: 'rest_does_not_stand' as const, tiles: '112233m' }],
    }
    const players = [player({ won, tiles: 0 }), player(), player(), player()]
    session.show(
      roomView({ phase: 'between', until: Date.now() + 20_000, hand: handView({ result, players }) }),
    )
    await wrapper.vm.$nextTick()
    expect(find('settlement').exists()).toBe(false)
    vi.advanceTimersByTime(1_400)
    await wrapper.vm.$nextTick()
    expect(find('score-0').text()).toContain('+13')
    expect(find('receipt-0').text()).toContain('纯清一色')
    expect(find('receipt-0').get('summary').text()).toBe('没算或少算：小板子')
    expect(find('receipt-0').get('[data-testid="near-misses"] li').text()).toContain('拆出这几张')
    expect(wrapper.text()).toContain('老张 付 阿勇')
    await find('continue').trigger('click')
    expect(session.acted[0]).toMatchObject({ type: 'ready', ready: true })
    expect((session.acted[0] as { client_seed: string }).client_seed).toMatch(/^[0-9a-f]{32}$/)
    await find('show-table').trigger('click')
    const { x, y, w, h } = layout(360, 740).claim
    const place = { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` }
    expect((find('show-result').element.parentElement as HTMLElement).style).toMatchObject(place)
  })

  it('shows the ranking and asks for a rematch', async () => {
    const seats = [{ name: '阿勇', total: -5 }, { name: 'b', total: 5 }, { name: 'c' }, { name: 'd' }]
    const { session, wrapper, find } = show(
      roomView({ phase: 'ended', hand: null, seats, results: [[-5, 5, 0, 0]] }),
    )
    expect(wrapper.findAll('.rank').map((row) => row.text().slice(0, 2))).toEqual(['1B', '2C', '2D', '4勇'])
    expect(find('ranking').classes()).not.toContain('ranks-compact')
    await find('rematch').trigger('click')
    expect(session.acted).toEqual([{ type: 'rematch' }])
  })

  it('shows the whole ranking on a low screen', () => {
    viewport.width = 812
    viewport.height = 375
    const { find } = show(roomView({ phase: 'ended', hand: null }))
    expect(find('ranking').classes()).toContain('ranks-compact')
  })

  it('never cuts off the number of the hand', () => {
    const { find } = show(roomView({ hand_number: 3 }))
    expect(find('hand-number').text()).toBe('3/8局')
    expect(find('hand-number').element.closest('.ellipsis')).toBeNull()
  })

  it('speaks English to the end: suits and bots too', async () => {
    await setLocale('en', false)
    const seats = [{ name: '阿勇' }, { name: '小条', bot: true }, { name: '小条' }, { name: 'd' }]
    const players = [player({ void: 'm' }), player(), player(), player()]
    const { find } = show(roomView({ seats, hand: handView({ players }) }))
    const shown = ['me', 'right', 'top'].map((place) => find(`seat-${place}`).text())
    await setLocale('zh-CN', false)
    expect(shown[0]).toContain('×Char')
    expect(shown[1]).toContain('Tiao')
    expect(shown[2]).toContain('小条')
  })
})

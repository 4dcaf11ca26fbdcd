/** A table on a real session and a real connection; only the socket is the test's. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '@/api/http'
import type { Decision, HandView, RoomView, SeatInfo, WireEvent } from '@/api/protocol.gen'
import { openSession, type Session } from '@/game/session'
import zh from '@/i18n/zh'
import { layout, type SeatBoxes } from '@/layout/layout'
import { viewport } from '@/layout/stage'
import { settings } from '@/settings'
import Table from '@/table/Table.vue'
import { toasts } from '@/ui/notices/toast'
import { handView, player, roomView } from '../fixtures'
import { FakeSocket, newest, WELCOME } from '../link/fake'

const BEGIN = 1_000_000
const GUARD_MS = 260
let session: Session
let shown: VueWrapper | null = null
let seq = 0

const page = (): VueWrapper => shown as VueWrapper
const find = (id: string) => page().find(`[data-testid="${id}"]`)
const acts = () => newest().acts.map(({ action }) => action)
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
const press = async (id: string): Promise<void> => {
  await find(id).trigger('click')
  await flushPromises()
}
const key = (name: string): boolean =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key: name, cancelable: true }))
const up = (): (string | undefined)[] =>
  page()
    .findAll('.tile-selected')
    .map((tile) => tile.attributes('data-testid'))

async function answer(code: string | null = null): Promise<void> {
  newest().answer(seq, code)
  await flushPromises()
}

async function news(room: Partial<RoomView>, ...events: WireEvent[]): Promise<void> {
  newest().say({ seq: (seq += 1), events, room })
  await flushPromises()
}

async function open(view: RoomView): Promise<void> {
  await pass(0)
  newest().open()
  newest().say(WELCOME)
  newest().say({ type: 'snapshot', seq: (seq += 1), hash: '0'.repeat(16), view })
  shown = mount(Table, { props: { session }, attachTo: document.body })
  await flushPromises()
  // What comes from here on is news, and no finger is on its way any more.
  await pass(600)
}

const asked = (decision: Partial<Decision>, change: Partial<RoomView> = {}): RoomView =>
  roomView({ decision: { id: 5, ...decision }, ...change })
const TURN: Partial<Decision> = { discard: '123456789m5p', suggested: '5p' }

beforeEach(() => {
  vi.useFakeTimers({
    now: BEGIN,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  })
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(api, 'ticket').mockResolvedValue({ ticket: 't'.repeat(24), expires_in_ms: 1 })
  window.localStorage.clear()
  FakeSocket.made = []
  viewport.width = 360
  viewport.height = 740
  seq = 0
  session = openSession('room0001', () => undefined)
})

afterEach(() => {
  shown?.unmount()
  shown = null
  session.stop()
  settings.forceLandscape = false
  settings.leftHanded = false
  settings.speech = false
  settings.singleTap = false
  toasts.value = []
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the menu', () => {
  it('lets the computer play, and goes', async () => {
    await open(asked(TURN))
    await press('menu')
    await press('auto-on')
    expect(acts()).toEqual([{ type: 'auto', on: true }])
    expect(find('auto-on').exists()).toBe(false)
  })

  it('proposes to end the match only when the player is sure', async () => {
    await open(asked(TURN))
    await press('menu')
    await press('dissolve')
    expect(page().text()).toContain(zh.game.dissolve_ask)
    await page().get('[role="dialog"] .btn-plain').trigger('click')
    expect(find('dissolve').exists()).toBe(true)
    await press('dissolve')
    await press('dissolve-yes')
    expect(acts()).toEqual([{ type: 'propose_dissolve' }])
    expect(page().find('[role="dialog"]').exists()).toBe(false)
  })

  it.each([
    ['between', [false, true]],
    ['settling', [false, false]],
  ] as const)('offers in phase %s what can be done then', async (phase, offered) => {
    await open(roomView({ phase }))
    await press('menu')
    expect(['auto-on', 'dissolve'].map((id) => find(id).exists())).toEqual(offered)
  })

  it('changes what is set for this browser, at once', async () => {
    await open(asked({ pung: '9s', can_pass: true }))
    await press('menu')
    const row = page()
      .findAll('.menu-row')
      .find((one) => one.text() === zh.common.left_handed)
    await row?.get('.switch').trigger('click')
    expect(settings.leftHanded).toBe(true)
    expect(page().find('.actions-left').exists()).toBe(true)
  })
})

describe('the whole screen', () => {
  const filled: string[] = []
  const fill = async (): Promise<void> => {
    await press('menu')
    const button = page()
      .findAll('[role="dialog"] .btn')
      .find((one) => one.text() === zh.game.fullscreen)
    await button?.trigger('click')
    await flushPromises()
  }

  beforeEach(() => {
    filled.length = 0
    Object.assign(document, {
      fullscreenEnabled: true,
      fullscreenElement: null,
      exitFullscreen: () => Promise.resolve(void filled.push('exit')),
    })
    document.documentElement.requestFullscreen = () => Promise.resolve(void filled.push('fill'))
  })
  afterEach(() => Object.assign(document, { fullscreenEnabled: false, fullscreenElement: null }))

  it('is filled, and given back', async () => {
    await open(roomView())
    await fill()
    Object.assign(document, { fullscreenElement: document.documentElement })
    await fill()
    expect(filled).toEqual(['fill', 'exit'])
  })

  it('is not needed: the table plays on where the browser refuses', async () => {
    document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('denied'))
    await open(asked(TURN))
    await fill()
    await page().get('[role="dialog"] .btn-icon').trigger('click')
    key('ArrowRight')
    key('Enter')
    expect(acts()).toHaveLength(1)
  })
})

it('connects at once when the player does not want to wait', async () => {
  await open(roomView())
  newest().drop(4429)
  await pass(1_500)
  await page().get('.banner-now').trigger('click')
  await flushPromises()
  expect(FakeSocket.made).toHaveLength(2)
})

describe('rules and the turn of the screen', () => {
  it('are a tap away', async () => {
    await open(roomView())
    await press('rules')
    expect(page().get('[role="dialog"] h2').text()).toBe(zh.game.rules_of_room)
    await page().get('[role="dialog"] .btn-icon').trigger('click')
    expect(page().find('[role="dialog"]').exists()).toBe(false)
    await page().get('.tools [aria-pressed]').trigger('click')
    expect(page().attributes('style')).toContain('rotate(90deg)')
  })

  it('makes a flick of the finger go the way the tiles stand', async () => {
    settings.forceLandscape = true
    await open(asked(TURN))
    const flick = async (dx: number, dy: number): Promise<void> => {
      await find('tile-5p').trigger('pointerdown', { clientX: 200, clientY: 300 })
      await find('tile-5p').trigger('pointerup', { clientX: 200 + dx, clientY: 300 + dy })
    }
    await flick(0, -60)
    await flick(-60, 0)
    await flick(40, 0)
    expect(acts()).toEqual([])
    await flick(41, 0)
    expect(acts()).toEqual([{ type: 'discard', tile: '5p' }])
  })

  it('says what the table is told of its players, when asked again', async () => {
    await open(roomView({ inspected_at: BEGIN }))
    expect(toasts.value.map(({ text }) => text)).toEqual([zh.table.inspected])
    toasts.value = []
    await press('told')
    expect(toasts.value.map(({ text }) => text)).toEqual([zh.table.inspected])
  })
})

describe('keys', () => {
  it.each([
    ['1', { pung: '9s', can_pass: true }, { type: 'pung', tile: '9s' }],
    ['2', { kong: ['9s'], can_pass: true }, { type: 'kong', tile: '9s' }],
    ['3', { win: { ke: 2, items: {} }, can_pass: true }, { type: 'win' }],
    ['4', { pung: '9s', can_pass: true }, { type: 'pass' }],
    ['Escape', { pung: '9s', can_pass: true }, { type: 'pass' }],
  ])('answer a claim: %s', async (name, decision, action) => {
    await open(asked(decision))
    expect(key(name)).toBe(false)
    expect(acts()).toEqual([action])
  })

  it.each([
    ['1', { win: { ke: 2, items: {} }, can_pass: true }],
    ['2', { pung: '9s', can_pass: true }],
    ['3', { pung: '9s', can_pass: true }],
    ['4', TURN],
    ['x', TURN],
  ])('are left to the browser where nothing is offered for them: %s', async (name, decision) => {
    await open(asked(decision))
    expect(key(name)).toBe(true)
    expect(acts()).toEqual([])
  })

  it('are not heard before the buttons have been there for a moment', async () => {
    await open(roomView())
    await news({ decision: { id: 9, pung: '9s', can_pass: true } })
    key('1')
    expect(acts()).toEqual([])
    await pass(GUARD_MS)
    key('1')
    expect(acts()).toHaveLength(1)
  })

  it('go round the hand in both directions, and put a tile back', async () => {
    await open(asked(TURN))
    key('ArrowLeft')
    await flushPromises()
    expect(up()).toEqual(['tile-5p'])
    key('ArrowLeft')
    key('ArrowRight')
    key('ArrowRight')
    await flushPromises()
    expect(up()).toEqual(['tile-1m'])
    expect(key('Escape')).toBe(true)
    await flushPromises()
    expect(up()).toEqual([])
    expect(key('Enter')).toBe(true)
    expect(acts()).toEqual([])
  })

  it('lift the only tile of a hand', async () => {
    await open(roomView({ hand: handView({ hand: '', drawn: '5p' }) }))
    key('ArrowRight')
    await flushPromises()
    expect(up()).toEqual(['tile-5p'])
  })

  it('give the picked three away, and do not lift a tile meanwhile', async () => {
    const exchange = [{ must: '', choices: '1112345678999m', pick: 3 }]
    await open(asked({ exchange, suggested: '111m' }, { hand: handView({ phase: 'exchanging' }) }))
    key('ArrowLeft')
    await flushPromises()
    expect(up()).toEqual(['tile-1m', 'tile-1m', 'tile-1m'])
    expect(key('Enter')).toBe(false)
    expect(acts()).toEqual([{ type: 'exchange', tiles: ['1m', '1m', '1m'] }])
  })
})

describe('the words in place of the buttons', () => {
  const hint = (): string => page().find('.actions-alone').text()
  const ting = (): string => find('ting').text()

  it('say whose turn it is, what is bound, and how a tile is discarded', async () => {
    await open(asked({ discard: '1112345678999m5p' }))
    expect(hint()).toBe(zh.table.my_turn)
    await news({ decision: { id: 6, discard: '5p' } })
    expect(hint()).toBe(`${zh.table.my_turn} · ${zh.game.must_void}`)
    await press('tile-1m')
    expect(hint()).toBe(`${zh.table.my_turn} · ${zh.game.must_void}`)
    await press('tile-5p')
    expect(hint()).toBe(zh.game.discard_again)
  })

  const CHOSEN: [HandView['phase'], Partial<HandView>, string][] = [
    ['exchanging', { exchange: { chosen: [true, false] } }, zh.game.exchange_waiting],
    ['voiding', { void_chosen: [true, false] }, zh.game.void_waiting],
  ]
  it.each(CHOSEN)('say that the own choice is made while others are %s', async (phase, chosen, text) => {
    await open(roomView({ hand: handView({ phase, ...chosen }) }))
    expect(hint()).toBe(text)
    await news({ seat: 1 })
    expect(page().find('.actions-alone').exists()).toBe(false)
    await news({ seat: 0, hand: handView({ phase: 'turn', ...chosen }) })
    expect(page().find('.actions-alone').exists()).toBe(false)
  })

  it('are none where there is no hand', async () => {
    await open(roomView({ hand: null }))
    expect(page().find('.actions-alone').exists()).toBe(false)
    expect(find('hand').exists()).toBe(false)
  })

  it('tell of a discard that leads to waits, before one is chosen', async () => {
    await open(asked({ ...TURN, ready: { '5p': { '1m': 12 } } }))
    expect(ting()).toBe(zh.game.ready_hint)
    await news({ decision: { id: 6, ...TURN, ready: {} } })
    expect(ting()).toBe('')
    await news({ decision: { id: 7, pung: '9s', ready: { '5p': { '1m': 12 } } } })
    expect(ting()).toBe('')
  })

  it.each([
    ['next', `${zh.game.exchange_next} · `],
    ['opposite', `${zh.game.exchange_opposite} · `],
    ['previous', `${zh.game.exchange_previous} · `],
    [undefined, ''],
  ] as const)('tell of an exchange to %s what came of it', async (direction, where) => {
    const exchange = { chosen: [], received: '159s', direction }
    await open(roomView({ hand: handView({ exchange }) }))
    expect(ting()).toBe(`${where}${zh.game.exchange_got}`)
    await news({ phase: 'between' })
    expect(ting()).toBe('')
  })
})

describe('a tap', () => {
  it('of a player who wants one for a discard only lifts a tile while nothing may be discarded', async () => {
    settings.singleTap = true
    await open(roomView())
    await press('tile-5p')
    expect(up()).toEqual(['tile-5p'])
    await press('tile-5p')
    expect(up()).toEqual([])
    expect([acts(), toasts.value]).toEqual([[], []])
  })

  it('on a tile of the bound hand says so only where a void suit binds it', async () => {
    await open(asked({ discard: '5p' }))
    await press('tile-9m')
    await press('tile-9m')
    expect([acts(), toasts.value]).toEqual([[], []])
    const players = [player({ void: 'm' }), player(), player(), player()]
    await news({ hand: handView({ players, hand: '19m', drawn: '5p' }), decision: { id: 6, discard: '1m' } })
    await press('tile-9m')
    await press('tile-9m')
    expect(toasts.value).toEqual([])
    await press('tile-5p')
    await press('tile-5p')
    expect(toasts.value.map(({ text }) => text)).toEqual([zh.game.must_void])
    toasts.value = []
    await news({ decision: null })
    await press('tile-5p')
    await press('tile-5p')
    expect(toasts.value).toEqual([])
  })

  it('or a flick that may not discard lifts the tile all the same', async () => {
    await open(asked({ discard: '5p' }))
    await find('tile-9m').trigger('pointerdown', { clientX: 100, clientY: 700 })
    await find('tile-9m').trigger('pointerup', { clientX: 100, clientY: 600 })
    expect([acts(), up()]).toEqual([[], ['tile-9m']])
  })

  it('finds the suggestion picked, as far as it is in the hand', async () => {
    const exchange = [{ must: '', choices: '1112345678999m', pick: 3 }]
    await open(asked({ exchange, suggested: '19m7z' }, { hand: handView({ phase: 'exchanging' }) }))
    expect(up()).toEqual(['tile-1m', 'tile-9m'])
    expect(page().get('.actions-hint').text()).toBe('还差 1 张')
  })

  it('finds the drawn tile apart from the others', async () => {
    const gap = (): number => {
      const [before, last] = page()
        .findAll('.own-tile')
        .slice(-2)
        .map((tile) => parseFloat((tile.element as HTMLElement).style.left))
      return (last ?? 0) - (before ?? 0)
    }
    await open(roomView({ hand: handView({ hand: '12m', drawn: '3m' }) }))
    const apart = gap()
    await news({ hand: handView({ hand: '123m', drawn: null }) })
    expect(apart - gap()).toBe(layout(360, 740).hand.drawnGap)
  })

  it('takes a picked tile back; a fourth takes the place of the first', async () => {
    const exchange = [{ must: '', choices: '1112345678999m', pick: 3 }]
    await open(
      asked({ exchange, suggested: '' }, { hand: handView({ phase: 'exchanging', hand: '12345m' }) }),
    )
    const hint = (): string => page().get('.actions-hint').text()
    expect([up(), hint()]).toEqual([[], '还差 3 张'])
    for (const tile of ['1m', '2m', '3m', '4m']) await press(`tile-${tile}`)
    expect(up()).toEqual(['tile-2m', 'tile-3m', 'tile-4m'])
    expect(hint()).toBe(zh.game.pick_exchange)
    await press('tile-3m')
    expect([up(), hint()]).toEqual([['tile-2m', 'tile-4m'], '还差 1 张'])
    await press('tile-5p')
    expect(hint()).toBe(zh.game.picked_bad)
    expect(find('exchange').attributes('disabled')).toBeDefined()
  })

  it('or a flick does nothing to a hand that is exchanged', async () => {
    const exchange = [{ must: '', choices: '1112345678999m', pick: 3 }]
    await open(
      asked({ exchange, suggested: '129m', discard: '1m' }, { hand: handView({ phase: 'exchanging' }) }),
    )
    expect(up()).toEqual(['tile-1m', 'tile-2m', 'tile-9m'])
    await find('tile-3m').trigger('pointerdown', { clientX: 100, clientY: 700 })
    await find('tile-3m').trigger('pointerup', { clientX: 100, clientY: 600 })
    expect([acts(), up()]).toEqual([[], ['tile-1m', 'tile-2m', 'tile-9m']])
  })

  it('on the felt puts a lifted tile back, and a finger that the system takes away is none', async () => {
    await open(asked(TURN))
    await press('tile-5p')
    await page().get('.table').trigger('click')
    expect(up()).toEqual([])
    await find('tile-5p').trigger('pointerdown', { clientX: 100, clientY: 700 })
    await find('hand').trigger('pointercancel')
    await find('tile-5p').trigger('pointerup', { clientX: 100, clientY: 600 })
    expect(acts()).toEqual([])
  })
})

describe('a kong of several', () => {
  it('may be thought over', async () => {
    await open(asked({ ...TURN, kong: ['1m', '9m'] }))
    await press('claim-kong')
    await page().findAll('.actions button').slice(-1)[0]?.trigger('click')
    expect([find('kong-1m').exists(), find('claim-kong').exists()]).toEqual([false, true])
  })
})

describe('a player who has won', () => {
  it('watches, with the tiles open and the winning one apart', async () => {
    const won = {
      seat: 0,
      place: 2,
      tile: '5p',
      by: 'draw' as const,
      ke: 6,
      multiplier: 1,
      items: [],
      concealed: '1155p',
    }
    const players = [player({ won, tiles: 0 }), player(), player(), player()]
    await open(roomView({ hand: handView({ hand: '', drawn: null, players }) }))
    expect(find('watching').text()).toBe('第 2 个胡，6颗 · 观战中')
    await page().findAll('.own-tile')[0]?.trigger('click')
    key('ArrowLeft')
    await flushPromises()
    expect(up()).toEqual([])
    expect(page().findAll('.own button')).toHaveLength(0)
  })
})

describe('a vote', () => {
  const vote = { proposer: 1, until: BEGIN + 60_000, answers: [null, true, null, null] }

  it('may be answered with no, and shows who answers what', async () => {
    const seats = [{ name: '阿勇' }, { name: '乙' }, { name: '丙', online: false }, { name: '丁' }]
    await open(roomView({ vote, seats }))
    await press('vote-no')
    expect(acts()).toEqual([{ type: 'answer_dissolve', agree: false }])
    await news({ vote: { ...vote, answers: [false, true, null, false] } })
    expect(page().get('.vote-done').text()).toBe(zh.game.you_refused)
    const marks = page()
      .findAll('.vote-mark')
      .map((mark) => mark.text())
    expect(marks).toEqual([zh.game.refused, zh.game.agreed, zh.table.offline, zh.game.refused])
  })
})

describe('what all players hear', () => {
  const vote = { proposer: 1, until: BEGIN + 60_000, answers: [null, true, null, null] }

  it('is who refused to end the match', async () => {
    await open(roomView({ vote }))
    await news({ vote: null, vote_end: { proposer: 1, agreed: false, refused: [2], silent: [] } })
    expect(toasts.value.map(({ text }) => text)).toEqual(['老张不同意解散，接着打'])
    await vi.advanceTimersByTimeAsync(7_999)
    expect(toasts.value).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(toasts.value).toHaveLength(0)
  })

  it('is which seat is played for by the computer during a vote', async () => {
    const seats = [
      { name: '阿勇' },
      { name: '乙' },
      { name: '丙', auto: true },
      { name: '丁', online: false },
    ]
    await open(roomView({ vote, seats }))
    const marks = page().findAll('.vote-mark')
    expect(marks[2]?.text()).toBe(zh.table.trustee)
  })
})

describe('the middle', () => {
  it('counts who has chosen while all choose at once', async () => {
    const exchange = { chosen: [true, false, true, false] }
    await open(roomView({ hand: handView({ phase: 'exchanging', exchange }) }))
    expect(find('centre').text()).toContain('已选好 2/4')
    await news({ hand: handView({ phase: 'voiding', void_chosen: [true, true, true, false] }) })
    expect(find('centre').text()).toContain('已选好 3/4')
    await news({ hand: handView({ wall: 40 }) })
    expect(find('wall').text()).toBe('剩 40 张')
  })

  it('hurries the player in the last five seconds of their own time', async () => {
    const until = BEGIN + 500 + 10_000
    await open(asked({ ...TURN, until }))
    const hurry = (): boolean => find('countdown').classes('centre-hurry')
    expect(hurry()).toBe(false)
    await pass(5_000)
    expect(hurry()).toBe(true)
    await news({ decision: null, until })
    expect(hurry()).toBe(false)
  })

  it('has the totals on a large screen', async () => {
    viewport.width = 1280
    viewport.height = 800
    const seats: SeatInfo[] = [3, -4, 0, 1].map((total, n) => ({ name: `S${n}`, total }))
    await open(roomView({ seat: 1, seats }))
    const totals = page()
      .findAll('.centre-total')
      .map((total) => [total.text(), total.classes('loss')])
    expect(totals).toEqual([
      ['−4', true],
      ['0', false],
      ['+1', false],
      ['+3', false],
    ])
  })
})

describe('what is called out', () => {
  const texts = (): string[] =>
    page()
      .findAll('.callout')
      .map((call) => call.text())
  const won = (seat: number, by: 'draw' | 'discard'): WireEvent => ({
    type: 'won',
    win: { seat, place: 1, tile: '5p', by, ke: 2, multiplier: 1, items: [], concealed: '55p', source: 0 },
  })

  it.each([
    [{ type: 'punged', seat: 2, tile: '9s', source: 0 } as const, '碰'],
    [{ type: 'konged', seat: 2, tile: '9s', kind: 'concealed' } as const, '杠'],
    [won(2, 'draw'), '自摸'],
    [won(2, 'discard'), '胡'],
  ])('%j stands at its river for a moment', async (event, text) => {
    await open(roomView())
    await news({}, event)
    expect(texts()).toEqual([text])
    const { river } = layout(360, 740).seats[2] ?? { river: { x: 0, w: 0 } }
    expect(page().get('.callout').attributes('style')).toContain(`left: ${river.x + river.w / 2}px`)
    await pass(899)
    expect(texts()).toEqual([text])
    await pass(1)
    expect(texts()).toEqual([])
  })

  it.each([
    [4, 0, 1],
    [4, 1, 0],
    [4, 3, 2],
    [4, 2, 2],
    [3, 2, 0],
  ] as const)(
    'with %i players stands where seat %i sees seat %i, as large as the table',
    async (players, me, seat) => {
      viewport.width = 1280
      viewport.height = 800
      const seats = Array.from({ length: players }, (_, n) => ({ name: `S${n}` }))
      const around = Array.from({ length: players }, () => player())
      const room = { ...roomView().room, players }
      await open(roomView({ room, seats, seat: me, hand: handView({ players: around }) }))
      await news({}, { type: 'punged', seat, tile: '9s', source: (seat + 1) % players })
      const l = layout(1280, 800, undefined, players)
      const { x, y, w, h } = (l.seats[(seat - me + players) % players] as SeatBoxes).river
      const { style } = page().get('.callout').element as HTMLElement
      expect([style.left, style.top, style.fontSize]).toEqual([
        `${x + w / 2}px`,
        `${y + h / 2}px`,
        `${Math.round(72 * l.scale)}px`,
      ])
    },
  )

  it('is read aloud where the player wants that and a voice speaks Chinese', async () => {
    settings.speech = true
    const spoken: unknown[] = []
    const voices = [{ lang: 'en-US' }, { lang: 'zh-CN' }]
    vi.stubGlobal('speechSynthesis', {
      getVoices: () => voices,
      cancel: () => undefined,
      speak: ({ text, lang }: SpeechSynthesisUtterance) => spoken.push([text, lang]),
    })
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        constructor(readonly text: string) {}
      },
    )
    await open(roomView())
    await news({}, { type: 'punged', seat: 2, tile: '9s', source: 0 })
    voices.pop()
    await news({}, { type: 'punged', seat: 1, tile: '9s', source: 0 })
    expect(spoken).toEqual([['碰', 'zh-CN']])
  })

  it('shakes for a question, another for a claim, another for the own win', async () => {
    const shaken: unknown[] = []
    vi.stubGlobal('navigator', { vibrate: (pattern: number[]) => shaken.push(pattern) })
    await open(roomView())
    await news({ decision: { id: 6, ...TURN } })
    await news({ decision: { id: 6, ...TURN } })
    await news({ decision: { id: 7, pung: '9s', can_pass: true } })
    await news({ decision: null }, won(0, 'draw'))
    await news({}, won(1, 'draw'))
    expect(shaken).toEqual([[30], [40, 40, 40], [200]])
  })

  it('is left out when too much comes at once', async () => {
    await open(roomView())
    const many = Array<WireEvent>(9).fill({ type: 'passed', declined: ['pung'] })
    await news({}, ...many.slice(1), { type: 'punged', seat: 2, tile: '9s', source: 0 })
    expect(texts()).toEqual([])
    await news({}, ...many.slice(2), { type: 'punged', seat: 2, tile: '9s', source: 0 })
    expect(texts()).toEqual(['碰'])
  })
})

describe('after the match', () => {
  const seats: SeatInfo[] = [
    { name: '阿勇', total: 4 },
    { name: '乙', total: -4, left: true },
    { name: '丙', rematch: true },
    { name: '小条', bot: true },
  ]
  const ended = roomView({ phase: 'ended', hand: null, seats, results: [[4, -4, 0, 0]] })
  const marks = (): string[] =>
    page()
      .findAll('.rank small')
      .map((mark) => mark.text())

  it('shows who is still there and who wants more', async () => {
    await open(ended)
    expect(marks()).toEqual(['', zh.game.rematch_wants, zh.common.bot, zh.game.gone])
    await news({ seats: seats.map((info, n) => (n === 0 ? { ...info, rematch: true } : info)) })
    expect(page().get('.waiting').text()).toBe('等大家点再来（2/2）')
    expect(find('rematch').exists()).toBe(false)
  })

  it('gives the seat back to a player who goes, unless the server says no', async () => {
    await open(ended)
    await press('back-lobby')
    await answer('wrong_phase')
    expect(page().emitted('home')).toBeUndefined()
    await press('back-lobby')
    expect(acts()).toEqual([{ type: 'leave' }, { type: 'leave' }])
    await answer()
    expect(page().emitted('home')).toHaveLength(1)
  })

  it('has nothing to give back where the match was dissolved', async () => {
    await open(roomView({ phase: 'dissolved', hand: null, seats }))
    expect(page().get('[role="dialog"] h2').text()).toBe(zh.game.dissolved_title)
    expect(find('rematch').exists()).toBe(false)
    await press('back-lobby')
    expect([acts(), page().emitted('home')]).toEqual([[], [[]]])
  })
})

describe('after a hand', () => {
  const result = {
    exhausted: true,
    deltas: [0, 0, 0, 0],
    transfers: [],
    hands: ['1m', '2m', '3m', '4m'],
    next_dealer: 0,
    seed: 'ab',
    client_seeds: [],
  }

  it('that nobody won says so, and shows all hands', async () => {
    await open(roomView({ phase: 'between', hand: handView({ exhausted: true, result }) }))
    expect(page().get('[role="dialog"] h2').text()).toBe('第 1 局 · 牌摸完了')
    expect(page().get('.interrupted').text()).toBe(zh.result.nothing)
    expect(page().findAll('.open-row')).toHaveLength(4)
  })

  it('that does not count says that it is played again', async () => {
    await open(roomView({ phase: 'between', hand: null, hand_number: 2 }))
    expect(page().get('[role="dialog"] h2').text()).toBe('第 3 局')
    expect(page().get('.interrupted').text()).toBe(zh.game.interrupted)
  })

  it('waits while it is booked, then for the others', async () => {
    await open(roomView({ phase: 'settling', hand: handView({ result }) }))
    expect(find('settling').text()).toContain(zh.game.settling)
    expect(find('continue').exists()).toBe(false)
    const seats = [
      { name: '阿勇', ready: true },
      { name: '乙' },
      { name: '丙', left: true },
      { name: '丁', bot: true },
    ]
    await news({ phase: 'between', seats, until: BEGIN + 600 + 500 + 9_000 })
    expect(page().get('.foot-note').text().replace(/\s+/g, ' ')).toBe('等其他人（1/2） · 9 秒后自动继续')
    expect(find('score-0').text()).toContain(zh.game.ready_state)
  })

  it('names who pays whom for what, and how each win came about', async () => {
    const reasons = ['self_draw', 'discard', 'rob_kong', 'ready_check', 'flower_pig'] as const
    const transfers = reasons.map((reason, n) => ({ payer: 1, payee: 0, ke: n + 1, reason }))
    const win = (seat: number, place: number, by: 'draw' | 'discard' | 'rob_kong', source: number | null) =>
      player({
        won: { seat, place, tile: '5p', by, source, ke: 2, multiplier: 1, items: [], concealed: '55p' },
        tiles: 0,
      })
    const players = [win(0, 2, 'draw', null), player(), win(2, 1, 'discard', 1), win(3, 3, 'rob_kong', 1)]
    const paid = { ...result, exhausted: false, transfers, deltas: [15, -15, 0, 0] }
    await open(roomView({ phase: 'between', hand: handView({ result: paid, players }) }))
    const rows = (selector: string): string[] =>
      page()
        .findAll(selector)
        .map((row) => row.text())
    expect(rows('.payment-reason')).toEqual(reasons.map((reason) => zh.game[reason]))
    expect(rows('.payment b')).toEqual(['1颗', '2颗', '3颗', '4颗', '5颗'])
    expect(rows('.receipt-how')).toEqual(['川妹子点炮', '自摸', '抢川妹子的杠'])
    expect(rows('.receipt-place')).toEqual(['已胡 1', '已胡 2', '已胡 3'])
  })

  it('that was the last leads to the ranking, and back', async () => {
    await open(roomView({ phase: 'ended', hand: handView({ result }) }))
    await press('to-ranking')
    expect(find('ranking').exists()).toBe(true)
    await page().get('[role="dialog"] .btn-small').trigger('click')
    expect(find('settlement').exists()).toBe(true)
  })
})

/** A room before its match, from the link to the seats: the page, the session and the connection are the real ones. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import type { RoomView, SeatInfo } from '@/api/protocol.gen'
import type { RoomCard } from '@/api/http'
import { viewport } from '@/layout/stage'
import zh from '@/i18n/zh'
import { toasts } from '@/ui/notices/toast'
import Room from '@/views/Room.vue'
import { handView, roomView } from '../fixtures'
import { FakeSocket, newest, WELCOME } from '../link/fake'
import { lines, refusal, serve, type Asked } from '../server'

type Answers = Parameters<typeof serve>[0]
const CODE = '386201'
const NOBODY = refusal(401, { code: 'no_session' })
const ME = { player: { id: 'p', name: '阿勇' }, room: null, version: '0' }
const room = (change: Partial<RoomCard> = {}): { room: RoomCard } => ({
  room: {
    id: 'room0001',
    code: CODE,
    member: true,
    join_cost: 0,
    phase: 'lobby',
    seats: [null],
    ...change,
  } as RoomCard,
})
const seat = (name: string, change: Partial<SeatInfo> = {}): SeatInfo => ({ name, ...change })
const lobby = (change: Partial<RoomView> = {}): RoomView =>
  roomView({ phase: 'lobby', hand: null, seats: [seat('阿勇'), null, null, null], ...change })

let router: Router
let shown: VueWrapper | null = null
let asked: Asked[]
let seq = 0

const page = (): VueWrapper => shown as VueWrapper
const find = (id: string) => page().find(`[data-testid="${id}"]`)
const said = (): string[] => toasts.value.map(({ text }) => text)
const status = (): string => page().get('.wait-status [role="status"]').text()
const press = async (id: string): Promise<void> => {
  await find(id).trigger('click')
  await flushPromises()
}
const acts = () => newest().acts.map(({ action }) => action)

async function answer(code: string | null = null): Promise<void> {
  newest().answer(seq, code)
  await flushPromises()
}

async function news(view: RoomView): Promise<void> {
  newest().say({ type: 'snapshot', seq: (seq += 1), hash: '0'.repeat(16), view })
  await flushPromises()
}

async function open(answers: Answers = {}): Promise<Answers> {
  const all: Answers = {
    'GET /api/me': ME,
    [`GET /api/rooms/${CODE}`]: room(),
    'POST /api/ws-ticket': { ticket: 't'.repeat(24), expires_in_ms: 1 },
    'GET /api/config': { share_url: 'https://mj.example/' },
    ...answers,
  }
  asked = serve(all)
  shown = mount(Room, { props: { code: CODE }, global: { plugins: [router] }, attachTo: document.body })
  await flushPromises()
  return all
}

/** The room as it stands once the connection is live. */
async function sit(view: RoomView, answers: Answers = {}): Promise<void> {
  await open(answers)
  newest().open()
  newest().say(WELCOME)
  await news(view)
}

beforeEach(async () => {
  window.localStorage.clear()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
  seq = 0
  router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:rest(.*)*', component: { template: '<p />' } }],
  })
  await router.push(`/r/${CODE}`)
})

afterEach(() => {
  shown?.unmount()
  shown = null
  toasts.value = []
  vi.unstubAllGlobals()
})

describe('a link to a room', () => {
  it('asks a newcomer for a name, then takes a seat and connects', async () => {
    const answers = await open({
      'GET /api/me': NOBODY,
      'POST /api/guests': {},
      [`GET /api/rooms/${CODE}`]: room({ id: null, member: false }),
      [`POST /api/rooms/${CODE}/join`]: room(),
    })
    expect(page().text()).toContain(CODE)
    expect(lines(asked)).toEqual(['GET /api/me'])
    await find('nickname').setValue('阿勇')
    answers['GET /api/me'] = ME
    await find('enter').trigger('submit')
    await flushPromises()
    expect(lines(asked)).toContain(`POST /api/rooms/${CODE}/join`)
    newest().open()
    expect(newest().sent[0]).toMatchObject({ type: 'hello', room: 'room0001' })
  })

  it('says why there is no way in, and where the other seat is', async () => {
    await open({
      [`GET /api/rooms/${CODE}`]: refusal(409, { code: 'already_elsewhere', room: '123456' }),
    })
    expect(find('room-wrong').text()).toContain(zh.errors.already_elsewhere)
    expect(find('room-wrong').find('button').exists()).toBe(false)
    expect(
      find('room-wrong')
        .findAll('a')
        .map((link) => link.attributes('href')),
    ).toEqual(['/r/123456', '/'])
  })

  it.each([
    ['the network', undefined],
    ['the server', refusal(503, { code: 'away' })],
  ])('may be tried again when %s is away', async (_, wrong) => {
    const answers = await open({ [`GET /api/rooms/${CODE}`]: wrong })
    answers[`GET /api/rooms/${CODE}`] = room()
    await find('room-wrong').get('button').trigger('click')
    await flushPromises()
    expect(FakeSocket.made).toHaveLength(1)
  })

  it('asks for the name again when the session ends on the way', async () => {
    await open({ [`GET /api/rooms/${CODE}`]: refusal(401, { code: 'no_session' }) })
    expect(find('nickname').exists()).toBe(true)
  })
})

describe('a seat that costs cards', () => {
  const priced = room({
    id: null,
    member: false,
    join_cost: 2,
    payer: 'split',
    cost: 8,
    players: 4,
    options: {},
  })

  it('may be left alone', async () => {
    await open({ [`GET /api/rooms/${CODE}`]: priced, 'GET /api/cards': { available: 5 } })
    await find('seat-gate').get('.btn-plain').trigger('click')
    await flushPromises()
    expect([router.currentRoute.value.path, lines(asked).filter((one) => one.startsWith('POST'))]).toEqual([
      '/',
      [],
    ])
  })

  it('is not to be had before it is known how many there are', async () => {
    const answers = await open({ [`GET /api/rooms/${CODE}`]: priced })
    expect(find('seat-gate').get('[role="alert"]').text()).toBe(zh.errors.network)
    expect(find('sit-down').exists()).toBe(false)
    answers['GET /api/cards'] = { available: 5 }
    await press('look-again')
    expect(find('sit-down').attributes('disabled')).toBeUndefined()
  })
})

describe('the waiting room', () => {
  it('shows who sits where, who owns it and what is missing', async () => {
    const seats = [
      seat('阿勇', { ready: true }),
      seat('乙', { online: false }),
      seat('小条', { bot: true }),
      null,
    ]
    await sit(lobby({ seats }))
    const rows = page()
      .findAll('.lobby-seat')
      .map((row) => row.text().replace(/\s+/g, ' '))
    expect(rows[0]).toContain(zh.room.is_ready)
    expect(rows[1]).toContain(zh.table.offline)
    expect(rows[2]).toContain(zh.common.bot)
    expect(page().findAll('.lobby-owner')).toHaveLength(1)
    expect(status()).toBe('还差 1 人才能开始')
    expect(find('start').attributes('disabled')).toBeDefined()
  })

  it('lets only the owner arrange bots', async () => {
    const seats = [seat('阿勇'), seat('小条', { bot: true }), null, null]
    await sit(lobby({ seats }))
    await press('remove-bot')
    await press('add-bot')
    await press('fill-bots')
    expect(acts()).toEqual([
      { type: 'remove_bot', seat: 1 },
      { type: 'add_bot', all: false },
      { type: 'add_bot', all: true },
    ])
    await news(lobby({ seats, seat: 1 }))
    expect(['remove-bot', 'add-bot', 'fill-bots', 'start'].map((id) => find(id).exists())).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('is ready with a seed of its own, and takes that back', async () => {
    await sit(lobby({ seat: 1, seats: [seat('阿勇'), seat('乙'), null, null] }))
    expect(find('ready').attributes('aria-pressed')).toBe('false')
    await press('ready')
    expect(acts()).toMatchObject([{ type: 'ready', ready: true }])
    await press('ready')
    expect(acts()).toHaveLength(1)
    await answer()
    await news(lobby({ seat: 1, seats: [seat('阿勇'), seat('乙', { ready: true }), null, null] }))
    await press('ready')
    expect(acts()).toMatchObject([{ ready: true }, { ready: false }])
  })

  const full = (change: Partial<SeatInfo> = {}, own: Partial<SeatInfo> = {}): (SeatInfo | null)[] => [
    seat('阿勇', own),
    seat('乙', { ready: true, ...change }),
    seat('丙', { ready: true }),
    seat('小条', { bot: true }),
  ]

  it('starts for an owner who has not said that they are ready: that goes first', async () => {
    await sit(lobby({ seats: full() }))
    expect(status()).toBe(zh.game.starting)
    await press('start')
    expect(acts()).toMatchObject([{ type: 'ready', ready: true }])
    await answer()
    expect(acts()).toMatchObject([{ type: 'ready' }, { type: 'start' }])
    await answer('payer_no_cards')
    expect(said()).toEqual([zh.errors.payer_no_cards])
    expect(find('start').attributes('disabled')).toBeUndefined()
  })

  it('starts at once for an owner who is ready', async () => {
    await sit(lobby({ seats: full({}, { ready: true }) }))
    await press('start')
    expect(acts()).toEqual([{ type: 'start' }])
  })

  it.each([
    ['the owner, while another is not ready', 0, { ready: false }, 'wait_ready'],
    ['another, while one is not ready', 2, { ready: false }, 'wait_ready'],
    ['a player who is not ready', 1, { ready: false }, 'wait_ready'],
    ['a player, when only the owner is left to start', 1, {}, 'wait_owner'],
  ] as const)('says what is waited for, to %s', async (_, own, second, key) => {
    await sit(lobby({ seat: own, seats: full(second, { ready: true }) }))
    expect(status()).toBe(zh.game[key])
  })

  it('says what a match costs this player', async () => {
    const priced = lobby()
    priced.room = { ...priced.room, payer: 'split', cost: 9 }
    await sit(priced)
    expect(find('bill').text()).toBe('AA 每人 2 张，房主 3 张')
    expect(find('bill-help').text()).toContain('零头')
    await news({ ...priced, seat: 1 })
    expect(find('bill-help').text()).toContain('先占你 2 张')
  })

  it('lets the owner hand the room over and remove a player, whom it names', async () => {
    const seats = [seat('阿勇'), seat('乙'), seat('丙'), seat('小万', { bot: true })]
    await sit(lobby({ seats }))
    const manage = page().findAll('[data-testid="manage-player"]')
    expect(manage.map((button) => button.attributes('aria-label'))).toEqual(['管理乙', '管理丙'])
    await manage[0]?.trigger('click')
    await press('hand-over')
    expect(acts()).toEqual([{ type: 'hand_over', seat: 1, name: '乙' }])
    await manage[1]?.trigger('click')
    expect(page().get('[role="dialog"] h2').text()).toBe('丙')
    await news(lobby({ seats: [seat('阿勇'), seat('乙'), seat('新来的'), null] }))
    await press('remove-player')
    expect(acts()[1]).toEqual({ type: 'remove_player', seat: 2, name: '丙' })
    expect(page().find('[role="dialog"]').exists()).toBe(false)
    await page().findAll('[data-testid="manage-player"]')[0]?.trigger('click')
    await page().get('[role="dialog"] .btn-icon').trigger('click')
    expect(page().find('[role="dialog"]').exists()).toBe(false)
    await news(lobby({ seats, seat: 1 }))
    expect(find('manage-player').exists()).toBe(false)
  })

  it('says who has lost the seat, and why', async () => {
    const departed = ['乙', '丙', '丁'].map((name) => ({ name, why: 'away' as const }))
    await sit(lobby({ departed }))
    const told = page().findAll('[data-testid="told"]')
    expect(told.map((line) => line.text())).toEqual(['丙离线太久，座位空出来了', '丁离线太久，座位空出来了'])
  })

  it('tells who shares a device', async () => {
    const seats = [seat('阿勇'), seat('乙'), null, null]
    await sit(lobby({ seats, sharing: [{ what: 'device', seats: [0, 1] }] } as Partial<RoomView>))
    expect(find('told').text()).toContain('阿勇')
    expect(find('told').text()).toContain('乙')
  })

  it('says when its rules cannot be fetched, and shows what it knows', async () => {
    await sit(lobby({ room: { ...roomView().room, options: { cap: 50 } } }))
    await press('rules')
    const sheet = page().get('[role="dialog"]')
    expect(sheet.get('[role="alert"]').text()).toBe(zh.errors.network)
    expect(find('rules-changed').text()).toBe('封顶 50 颗')
  })

  it('shows its rules', async () => {
    await sit(lobby())
    await press('rules')
    expect(page().get('[role="dialog"] h2').text()).toBe(zh.game.rules_of_room)
    await page().get('[role="dialog"] .btn-icon').trigger('click')
    expect(page().find('[role="dialog"]').exists()).toBe(false)
    await page().get('.wait-chips').trigger('click')
    expect(page().find('[role="dialog"]').exists()).toBe(true)
  })

  it('is left only when the player is sure and the server agrees', async () => {
    await sit(lobby())
    await press('leave')
    await page().get('[role="dialog"] .btn-plain').trigger('click')
    expect(page().find('[role="dialog"]').exists()).toBe(false)
    await press('leave')
    await press('leave-yes')
    expect(acts()).toEqual([{ type: 'leave' }])
    await answer('wrong_phase')
    expect(router.currentRoute.value.path).toBe(`/r/${CODE}`)
    await press('leave')
    await press('leave-yes')
    await answer()
    expect(router.currentRoute.value.path).toBe('/')
    expect(newest().readyState).toBe(3)
  })
})

describe('the invitation', () => {
  const copied: string[] = []
  const link = `https://mj.example/r/${CODE}`

  beforeEach(() => {
    copied.length = 0
    viewport.height = 640
  })
  afterEach(() => {
    viewport.height = 640
    vi.restoreAllMocks()
  })

  /** A page on plain http has only the old way to copy. */
  const select = (works: boolean): void => {
    document.execCommand = (): boolean => {
      const area = document.querySelector('textarea')
      copied.push(area?.value ?? '')
      if (!works) throw new Error('refused')
      return true
    }
  }

  it('has the link that the server knows, ready to be copied', async () => {
    select(true)
    await sit(lobby())
    expect(find('share-link').text()).toBe(link)
    expect(page().find('.share-local').exists()).toBe(false)
    await press('copy-invite')
    await page().get('.share-code').trigger('click')
    await flushPromises()
    expect(copied[0]).toContain(link)
    expect(copied[0]).toContain(CODE)
    expect(copied[1]).toBe(CODE)
    expect(said()).toEqual([zh.common.copied])
    expect(document.querySelector('textarea')).toBeNull()
  })

  it('says when it cannot be copied', async () => {
    select(false)
    await sit(lobby())
    await press('copy-invite')
    expect(said()).toEqual([zh.common.copy_failed])
    expect(document.querySelector('textarea')).toBeNull()
  })

  it('is written to the clipboard where the browser lets a page do so, else in the old way', async () => {
    select(true)
    vi.stubGlobal('isSecureContext', true)
    const written: string[] = []
    const refuse = { now: false }
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({
      writeText: (text: string) =>
        refuse.now ? Promise.reject(new Error('no')) : Promise.resolve(void written.push(text)),
    } as unknown as Clipboard)
    await sit(lobby())
    await page().get('.share-code').trigger('click')
    await flushPromises()
    expect([written, copied]).toEqual([[CODE], []])
    refuse.now = true
    await page().get('.share-code').trigger('click')
    await flushPromises()
    expect([written, copied]).toEqual([[CODE], [CODE]])
  })

  it.each([
    [640, false],
    [700, true],
  ])('on a screen of %i px has its picture at once: %s; a tap changes that', async (height, roomy) => {
    viewport.height = height
    const context = { fillStyle: '', fillRect: () => undefined }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,x')
    await sit(lobby())
    const shows = async (): Promise<boolean> => {
      await vi.dynamicImportSettled()
      await flushPromises()
      return find('qr').exists()
    }
    expect(await shows()).toBe(roomy)
    await page().get('.share-buttons [aria-pressed]').trigger('click')
    expect(await shows()).toBe(!roomy)
    await page().get('.share-buttons [aria-pressed]').trigger('click')
    expect(await shows()).toBe(roomy)
  })

  it('says that nobody else can open a link to this computer', async () => {
    await sit(lobby(), { 'GET /api/config': { share_url: null } })
    expect(find('share-link').text()).toBe(`${window.location.origin}/r/${CODE}`)
    expect(page().get('.share-local').text()).toBe(zh.game.local_only)
  })

  it('does without the server when that is away', async () => {
    await sit(lobby(), { 'GET /api/config': refusal(503, { code: 'away' }) })
    expect(find('share-link').text()).toContain(`/r/${CODE}`)
  })
})

describe('a connection that ends', () => {
  const end = async (code: number): Promise<void> => {
    newest().drop(code)
    await flushPromises()
  }
  const title = (): string => page().get('h1').text()

  it('in another tab can be taken back', async () => {
    await sit(lobby())
    await end(4509)
    expect([title(), find('replaced').exists()]).toEqual([zh.game.opened_elsewhere, true])
    await press('link-action')
    expect(FakeSocket.made).toHaveLength(2)
  })

  it.each([
    [4503, zh.game.not_member],
    [4504, zh.game.room_over],
  ])('with %i leads home', async (code, text) => {
    await sit(lobby())
    await end(code)
    expect(title()).toBe(text)
    await page().get('.link-end button').trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.path).toBe('/')
  })

  it('by the owner says so, and leads home', async () => {
    await sit(lobby())
    newest().say({ type: 'error', code: 'removed' })
    await end(4503)
    expect(title()).toBe(zh.game.you_removed)
    expect(page().get('.link-end .note').text()).toBe(zh.game.you_removed_help)
    expect(find('link-action').exists()).toBe(false)
  })

  it('because the seat has lapsed offers the seat again', async () => {
    await sit(lobby())
    newest().say({ type: 'error', code: 'seat_lapsed' })
    await end(4503)
    expect(title()).toBe(zh.game.you_lapsed)
    expect(
      page()
        .findAll('.link-end button')
        .map((button) => button.text()),
    ).toEqual([zh.game.sit_again, zh.common.home])
    await press('link-action')
    expect(FakeSocket.made).toHaveLength(2)
  })

  it.each([
    [4526, zh.game.outdated],
    [4500, zh.game.link_failed],
  ])('with %i wants the page anew', async (code, text) => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    await sit(lobby())
    await end(code)
    expect(title()).toBe(text)
    await press('link-action')
    expect(reload).toHaveBeenCalledOnce()
    reload.mockRestore()
  })

  it('because the player is signed out goes back to the name', async () => {
    const answers = await open()
    answers['POST /api/ws-ticket'] = NOBODY
    await end(4501)
    await flushPromises()
    expect(title()).toBe(zh.room.signed_out)
    answers['GET /api/me'] = NOBODY
    await press('link-action')
    expect(find('nickname').exists()).toBe(true)
  })

  it('because the operator has closed the account says so, and leads home', async () => {
    const answers = await open()
    answers['POST /api/ws-ticket'] = refusal(403, { code: 'banned' })
    await end(4501)
    await flushPromises()
    expect(title()).toBe(zh.errors.banned)
    expect(find('link-action').exists()).toBe(false)
  })

  it('because the page cannot follow the game wants the page anew', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    const view = lobby({ hand: handView() })
    const bad = (): string => newest().say({ seq: seq + 1, events: [{ type: 'won' }] })
    await sit(view)
    bad()
    await flushPromises()
    newest().open()
    newest().say(WELCOME)
    await news(view)
    bad()
    await flushPromises()
    expect(title()).toBe(zh.game.page_broken)
    await press('link-action')
    expect(reload).toHaveBeenCalledOnce()
    reload.mockRestore()
  })

  it('leaves the result of a room that is over on screen', async () => {
    await sit(roomView({ phase: 'ended', hand: null }))
    await end(4504)
    await vi.waitFor(() => expect(find('ranking').exists()).toBe(true), { timeout: 10_000 })
    expect(page().find('.link-end').exists()).toBe(false)
  })
})

import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { account } from '@/api/account'
import { api, ApiError, type Payer, type RoomCard, type Rules } from '@/api/http'
import { failureText } from '@/game/errors'
import * as sessions from '@/game/session'
import { billHelp, billOf, billText, dueOf, heldOf, payerName, priceOf, shortText } from '@/game/terms/cards'
import { lastRules } from '@/game/terms/lastRules'
import zh from '@/i18n/zh'
import { forget, save } from '@/storage'
import NewRoom from '@/views/NewRoom.vue'
import Room from '@/views/Room.vue'
import { roomView } from '../fixtures'
import rules from '../screens/rules.json'

const PRICES = {
  owner: { '1': 1, '4': 2, '8': 4, '16': 8 },
  split: { '4': 4, '16': 9 },
  winner: { '8': 3 },
}

const mine = (available: number, held = 0) =>
  vi.spyOn(account, 'cards').mockResolvedValue({ available, held, free: false, history: [] })

describe('what a match costs', () => {
  it.each([
    ['owner', 1, 1],
    ['owner', 3, 2],
    ['owner', 8, 4],
    ['owner', 99, 8],
    ['split', 1, 4],
    ['split', 5, 9],
    ['winner', 16, 3],
  ] as const)('%s, %d hands: %d', (payer, hands, cost) => {
    expect(priceOf(PRICES, payer, hands)).toBe(cost)
  })

  it('is nothing where the list has nothing, and goes by length whatever the order of the list', () => {
    const none = { owner: {} } as typeof PRICES
    expect([priceOf(none, 'owner', 8), priceOf(none, 'split', 8)]).toEqual([0, 0])
    const listed = JSON.parse('{"owner":{"16":8,"4":2,"8":4}}') as typeof PRICES
    expect([3, 8, 9, 99].map((hands) => priceOf(listed, 'owner', hands))).toEqual([2, 4, 8, 8])
  })

  it('is the bill of a room, or nothing where it says nothing', () => {
    const { room } = roomView()
    expect(billOf(room)).toEqual({ payer: 'owner', cost: 0, players: 4 })
    expect(billOf({ ...room, payer: 'split', cost: 9 })).toEqual({ payer: 'split', cost: 9, players: 4 })
    expect([payerName('owner'), payerName('club' as Payer)]).toEqual([zh.cards.payer_owner, 'club'])
  })

  it.each([
    ['owner', 4, 4, 4, 0],
    ['winner', 4, 4, 4, 4],
    ['split', 4, 4, 1, 1],
    ['split', 9, 4, 3, 2],
    ['split', 5, 3, 3, 1],
    ['split', 3, 4, 3, 0],
  ] as const)('%s %d for %d: %d of the owner, %d of the others', (payer, cost, players, owner, other) => {
    expect(heldOf({ payer, cost, players })).toEqual({ owner, other })
  })

  it('is said in a line', () => {
    const bill = (payer: Payer, cost = 4) => ({ payer, cost, players: 4 })
    expect(billText(bill('owner'))).toBe('房主出 4 张')
    expect(billText(bill('split'))).toBe('AA 每人 1 张')
    expect(billText(bill('split', 9))).toBe('AA 每人 2 张，房主 3 张')
    expect(billHelp(bill('owner'), true)).toContain('你出 4 张')
    expect(billHelp(bill('split', 9), true)).toContain('零头')
    expect(billHelp(bill('split'), true)).not.toContain('零头')
    expect(billHelp(bill('owner'), false)).toBe('你不用出房卡。')
    expect(billHelp(bill('split', 9), false)).toContain('先占你 2 张')
    expect(billHelp(bill('split', 3), false)).toBe('你不用出房卡。')
    expect(billHelp(bill('winner'), false)).toContain('每人先占 4 张')
  })
})

describe('too few', () => {
  const room = (payer: Payer, cost: number) => ({ ...roomView().room, payer, cost })

  it('says what is needed and what there is', () => {
    const failure = new ApiError('no_cards', 409, null, null, { cost: 4, available: 1 })
    expect(failureText(failure)).toBe('房卡不够：要 4 张，你有 1 张')
    expect(failureText(new ApiError('no_cards', 409))).toBe('房卡不够')
  })

  it('counts the seats of bots to the owner, and what is held already as theirs', async () => {
    const seats = [{ name: '阿勇' }, { name: '乙' }, { name: '小筒', bot: true }, { name: '小万', bot: true }]
    expect(dueOf(roomView({ room: room('split', 5), seats }))).toBe(4)
    expect(dueOf(roomView({ room: room('split', 5), seats, seat: 1 }))).toBe(1)
    expect(dueOf(roomView({ room: room('owner', 5), seats }))).toBe(5)
    expect(dueOf(roomView({ room: room('winner', 5), seats }))).toBe(5)
    mine(1, 2)
    expect(await shortText(roomView({ room: room('split', 5), seats }))).toBe('房卡不够：要 4 张，你有 3 张')
    vi.spyOn(account, 'cards').mockRejectedValue(new ApiError('network', 0))
    expect(await shortText(roomView({ room: room('split', 5), seats }))).toBe('房卡不够')
  })
})

const router = createRouter({
  history: createMemoryHistory(),
  routes: [{ path: '/:rest(.*)*', component: { template: '<p />' } }],
})
let shown: VueWrapper | null = null
const find = (id: string) => (shown as VueWrapper).find(`[data-testid="${id}"]`)

afterEach(() => {
  shown?.unmount()
  shown = null
  forget('rules')
})

describe('making a room', () => {
  async function open(free = false): Promise<void> {
    vi.spyOn(api, 'rules').mockResolvedValue(rules as unknown as Rules)
    vi.spyOn(api, 'config').mockResolvedValue({
      version: '0',
      share_url: null,
      languages: [],
      announcement: '',
      draining: false,
      cards: { free, prices: PRICES },
    })
    shown = mount(NewRoom, { global: { plugins: [router] } })
    await flushPromises()
  }
  const choose = (n: number) => find('payer').findAll('[role="radio"]')[n]?.trigger('click')
  const made = () =>
    vi.spyOn(api, 'createRoom').mockResolvedValue({ room: { code: '386201' } as unknown as RoomCard })

  it('shows the cost for each who may pay, sends the choice and remembers it', async () => {
    mine(12)
    const create = made()
    await open()
    expect([find('bill').text(), find('purse').text()]).toEqual([
      '房主出 4 张',
      '你有 12 张，开这个房要 4 张',
    ])
    await choose(1)
    expect([find('bill').text(), find('purse').text()]).toEqual([
      'AA 每人 2 张，房主 3 张',
      '你有 12 张，开这个房要 3 张',
    ])
    await find('create-room').trigger('click')
    await flushPromises()
    expect(create.mock.calls[0]?.[0]).toMatchObject({ payer: 'split' })
    expect(lastRules()?.payer).toBe('split')
  })

  it('has no button that could only fail, and looks again', async () => {
    mine(2)
    await open()
    expect(find('create-room').exists()).toBe(false)
    expect(find('purse').text()).toContain('房卡不够：要 4 张，你有 2 张')
    mine(4)
    await find('look-again').trigger('click')
    await flushPromises()
    expect(find('create-room').exists()).toBe(true)
  })

  it('says what the server says when the cards are gone meanwhile', async () => {
    mine(4)
    vi.spyOn(api, 'createRoom').mockRejectedValue(
      new ApiError('no_cards', 409, null, null, { cost: 4, available: 1 }),
    )
    await open()
    await find('create-room').trigger('click')
    await flushPromises()
    expect(find('purse').text()).toContain('要 4 张，你有 1 张')
    expect(find('look-again').exists()).toBe(true)
  })

  it('says nothing of cards where rooms are free, but that', async () => {
    mine(0)
    await open(true)
    expect([find('payer').exists(), find('purse').exists(), find('free').text()]).toEqual([
      false,
      false,
      '开房免费',
    ])
    expect(find('create-room').exists()).toBe(true)
  })

  it('accepts what an older page has stored', async () => {
    mine(12)
    save('rules', '{"preset":"folk","options":{},"payer":"nobody"}')
    const create = made()
    await open()
    await find('create-room').trigger('click')
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      preset: 'folk',
      options: {},
      turn_seconds: 30,
      window: 'fast',
      payer: 'owner',
    })
  })
})

describe('taking a seat', () => {
  const priced: RoomCard = {
    id: null,
    code: '386201',
    preset: 'classic',
    options: {},
    players: 4,
    hands: 8,
    turn_seconds: 30,
    window: 'fast',
    payer: 'split',
    cost: 4,
    join_cost: 1,
    phase: 'lobby',
    seats: [{ name: '阿勇', bot: false }, null, null, null],
    member: false,
  }
  let join = vi.spyOn(api, 'join')

  beforeEach(() => {
    vi.spyOn(sessions, 'openSession').mockReturnValue({
      view: { value: null },
      state: { value: 'connecting' },
      stop: () => undefined,
    } as unknown as sessions.Session)
    vi.spyOn(api, 'me').mockResolvedValue({ player: { id: 'p', name: '乙' }, room: null, version: '0' })
    join = vi.spyOn(api, 'join').mockResolvedValue({ room: { ...priced, id: 'r', member: true } })
  })

  async function enter(room: RoomCard): Promise<void> {
    vi.spyOn(api, 'room').mockResolvedValue({ room })
    shown = mount(Room, { props: { code: '386201' }, global: { plugins: [router] } })
    await flushPromises()
  }

  it('that costs cards is asked before it is taken', async () => {
    mine(1)
    await enter(priced)
    expect(find('seat-gate').text()).toContain('AA 每人 1 张')
    expect(find('purse').text()).toBe('你有 1 张，坐下要 1 张')
    expect(join).not.toHaveBeenCalled()
    await find('sit-down').trigger('click')
    await flushPromises()
    expect(join).toHaveBeenCalledOnce()
    expect(sessions.openSession).toHaveBeenCalledWith('r', expect.any(Function))
  })

  it('cannot be taken with too few', async () => {
    mine(0)
    await enter(priced)
    expect(find('purse').text()).toContain('要 1 张，你有 0 张')
    expect(find('sit-down').exists()).toBe(false)
    mine(1)
    await find('look-again').trigger('click')
    await flushPromises()
    expect(find('sit-down').exists()).toBe(true)
  })

  it.each([
    ['costs nothing', { join_cost: 0 }],
    ['is already taken, as the server will say', { seats: [{ name: '阿勇', bot: false }] }],
  ])('that %s is taken at once', async (_, change) => {
    await enter({ ...priced, ...change })
    expect(join).toHaveBeenCalledOnce()
  })

  it('is kept without asking for it again', async () => {
    await enter({ ...priced, id: 'r', member: true })
    expect(join).not.toHaveBeenCalled()
    expect(sessions.openSession).toHaveBeenCalledWith('r', expect.any(Function))
  })
})

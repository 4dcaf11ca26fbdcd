/** What an operator does at the console, down to the requests. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Component } from 'vue'
import type { OpenHand, SeenRoom } from '@/api/console'
import { operator } from '@/console/useDesk'
import { needTexts } from '@/i18n'
import zh from '@/i18n/zh'
import { toasts } from '@/ui/notices/toast'
import ConsolePage from '@/views/Console.vue'
import { lines, refusal, serve, type Asked } from '../server'
import { AT, player } from './people'

type Answers = Parameters<typeof serve>[0]
const GONE = refusal(401, { code: 'no_admin' })
const table = (id: string, change: Partial<SeenRoom> = {}): SeenRoom => ({
  id,
  code: '386201',
  preset: 'classic',
  match: 1,
  hand: 2,
  created_at: AT,
  phase: 'playing',
  seats: [{ seat: 0, name: '阿勇', bot: false, online: true }],
  deadline: null,
  pending: [],
  stuck: [],
  sharing: [],
  ...change,
})

let shown: VueWrapper | null = null
let asked: Asked[]

const page = (): VueWrapper => shown as VueWrapper
const find = (id: string) => page().find(`[data-testid="${id}"]`)
const said = (): string[] => toasts.value.map(({ text }) => text)
const bodies = (path: string): unknown[] => asked.filter((one) => one.path === path).map(({ body }) => body)
async function press(id: string, event = 'click'): Promise<void> {
  await find(id).trigger(event)
  await flushPromises()
}

async function open(answers: Answers): Promise<Answers> {
  const all: Answers = {
    'GET /api/admin/session': { name: 'boss', csrf: 'tok' },
    'GET /api/admin/players?q=': { players: [player()], more: false },
    'GET /api/admin/rooms': { rooms: [] },
    ...answers,
  }
  asked = serve(all)
  shown = mount(ConsolePage as Component, { attachTo: document.body })
  await flushPromises()
  return all
}

beforeEach(async () => {
  await needTexts('console')
  operator.value = undefined
})

afterEach(() => {
  shown?.unmount()
  shown = null
  toasts.value = []
  vi.unstubAllGlobals()
})

describe('the door', () => {
  const fill = async (): Promise<void> => {
    await find('admin-name').setValue(' boss ')
    await find('admin-password').setValue('secret')
    await find('admin-code').setValue('123 456')
  }

  it('lets an operator in, and out again', async () => {
    await open({
      'GET /api/admin/session': GONE,
      'POST /api/admin/login': { name: 'boss', csrf: 'tok' },
      'POST /api/admin/logout': {},
    })
    expect(find('admin-enter').attributes('disabled')).toBeDefined()
    await fill()
    await press('admin-enter', 'submit')
    expect(bodies('/api/admin/login')).toEqual([{ name: 'boss', password: 'secret', code: '123456' }])
    expect(find('player-card').exists()).toBe(true)
    await page().get('.console-head .btn').trigger('click')
    await flushPromises()
    expect(find('admin-name').exists()).toBe(true)
  })

  it('says why not, and forgets the password', async () => {
    await open({
      'GET /api/admin/session': GONE,
      'POST /api/admin/login': refusal(401, { code: 'bad_login' }),
    })
    await fill()
    await press('admin-enter', 'submit')
    expect(said()).toEqual([zh.errors.bad_login])
    expect((find('admin-password').element as HTMLInputElement).value).toBe('')
    expect((find('admin-name').element as HTMLInputElement).value).toBe(' boss ')
  })

  it('is shown again when the session is over, and not for other refusals', async () => {
    const answers = await open({ 'GET /api/admin/rooms': refusal(503, { code: 'away' }) })
    await press('tab-rooms')
    expect([operator.value, said()]).toEqual(['boss', [zh.errors.away]])
    answers['GET /api/admin/players?q='] = GONE
    await press('tab-players')
    expect(find('admin-name').exists()).toBe(true)
  })
})

describe('a player', () => {
  const CARDS = '/api/admin/players/p1/cards'
  const RIGHTS = '/api/admin/players/p1/rights'

  it('is found by what is typed', async () => {
    await open({ 'GET /api/admin/players?q=%E4%B9%99': { players: [player({ name: '乙' })], more: true } })
    await find('find').setValue(' 乙 ')
    await page().get('form').trigger('submit')
    await flushPromises()
    expect(find('player-card').text()).toContain('乙')
    expect(page().text()).toContain('只列出最近的 1 位')
  })

  it('gets cards, once however often it is tried', async () => {
    const answers = await open({ [`POST ${CARDS}`]: refusal(503, { code: 'away' }) })
    expect(find('give').attributes('disabled')).toBeDefined()
    await find('amount').setValue(10)
    await find('why').setValue('新来的')
    await press('give', 'submit')
    answers[`POST ${CARDS}`] = {}
    answers['GET /api/admin/players?q='] = { players: [player({ available: 13 })], more: false }
    await press('give', 'submit')
    expect(find('cards').text()).toContain('13')
    await find('amount').setValue(-2)
    await press('give', 'submit')
    const sent = bodies(CARDS) as { key: string; cards: number; take_back: boolean; reason: string }[]
    expect(sent.map(({ cards, take_back, reason }) => [cards, take_back, reason])).toEqual([
      [10, false, '新来的'],
      [10, false, '新来的'],
      [2, true, ''],
    ])
    expect(sent[1]?.key).toBe(sent[0]?.key)
    expect(sent[2]?.key).not.toBe(sent[0]?.key)
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  })

  it('gets cards for no reason of a ban', async () => {
    const banned = { players: [player({ banned: true, reason: '骂人' })], more: false }
    await open({ 'GET /api/admin/players?q=': banned, [`POST ${CARDS}`]: {} })
    await find('amount').setValue(1)
    await press('give', 'submit')
    expect(bodies(CARDS)).toMatchObject([{ reason: '' }])
  })

  it('is banned only when the operator is sure, and let in without asking', async () => {
    const answers = await open({ [`PUT ${RIGHTS}`]: {} })
    await find('why').setValue('骂人')
    await press('ban')
    expect(page().get('[role="alert"]').text()).toContain('阿勇')
    await page().get('[role="alert"] button').trigger('click')
    expect(bodies(RIGHTS)).toEqual([])
    await press('ban')
    answers['GET /api/admin/players?q='] = {
      players: [player({ banned: true, reason: '骂人' })],
      more: false,
    }
    await press('ban-sure', 'submit')
    expect(find('ban').text()).toBe(zh.console.unban)
    expect((find('why').element as HTMLInputElement).value).toBe('骂人')
    await press('ban')
    expect(bodies(RIGHTS)).toEqual([
      { banned: true, muted: false, reason: '骂人' },
      { banned: false, muted: false, reason: '骂人' },
    ])
  })

  it('may be kept from another name, banned or not', async () => {
    const muted = { players: [player({ banned: true, muted: true })], more: false }
    await open({ 'GET /api/admin/players?q=': muted, [`PUT ${RIGHTS}`]: {} })
    expect(find('mute').text()).toBe(zh.console.unmute)
    await press('mute')
    expect(bodies(RIGHTS)).toEqual([{ banned: true, muted: false, reason: '' }])
  })
})

describe('a room', () => {
  const HAND: OpenHand = {
    match: 1,
    hand: 2,
    at: AT,
    wall: 40,
    turn: 0,
    seats: [
      {
        seat: 0,
        name: '阿勇',
        hand: '123m',
        drawn: '5p',
        melds: [{ kind: 'pung', tile: '9s', source: 1 }],
        river: ['1m', '2p'],
        void: 's',
        won: false,
      },
      { seat: 1, name: '乙', hand: '456s', drawn: null, melds: [], river: [], void: 'm', won: true },
      { seat: 2, name: '丙', hand: '7z', drawn: null, melds: [], river: [], void: 'p', won: false },
      { seat: 3, name: '丁', hand: '', drawn: null, melds: [], river: [], void: null, won: false },
    ],
  } as unknown as OpenHand
  const INSPECT = '/api/admin/rooms/r1/inspect'
  const rooms = async (list: SeenRoom[], more: Answers = {}): Promise<Answers> => {
    const answers = await open({ 'GET /api/admin/rooms': { rooms: list }, ...more })
    await press('tab-rooms')
    return answers
  }

  it('that is stuck can be looked for, and the list asked for again', async () => {
    const answers = await rooms([table('r1'), table('r2', { stuck: ['overdue'] })])
    expect(page().findAll('[data-testid="room-card"]')).toHaveLength(2)
    await page().get('.switch').trigger('click')
    expect(page().findAll('[data-testid="room-card"]')).toHaveLength(1)
    expect(find('room-card').text()).toContain(zh.console.stuck_overdue)
    answers['GET /api/admin/rooms'] = { rooms: [] }
    await page().get('.rooms-again').trigger('click')
    await flushPromises()
    expect(page().text()).toContain(zh.console.no_rooms)
  })

  it('is dissolved when the operator is sure, and says what was given back', async () => {
    const answers = await rooms([table('r1')], {
      'POST /api/admin/rooms/r1/dissolve': { released: 4, refunded: 2 },
    })
    await press('dissolve')
    await page().get('[role="alert"] button').trigger('click')
    expect(find('dissolve').exists()).toBe(true)
    await press('dissolve')
    answers['GET /api/admin/rooms'] = { rooms: [] }
    await press('dissolve-sure', 'submit')
    expect(said()).toEqual(['已解散：占用的 4 张放开，退还 2 张'])
    expect(find('room-card').exists()).toBe(false)
  })

  it('goes on asking when it could not be dissolved', async () => {
    await rooms([table('r1')], { 'POST /api/admin/rooms/r1/dissolve': refusal(503, { code: 'away' }) })
    await press('dissolve')
    await press('dissolve-sure', 'submit')
    expect(find('dissolve-sure').exists()).toBe(true)
    expect(lines(asked).filter((one) => one === 'GET /api/admin/rooms')).toHaveLength(2)
  })

  it('shows its hands for a reason, and puts them away', async () => {
    await rooms([table('r1')], { [`POST ${INSPECT}`]: { hand: HAND } })
    await press('inspect')
    expect(find('inspect-sure').attributes('disabled')).toBeDefined()
    await find('inspect-reason').setValue('牌没了')
    await press('inspect-sure', 'submit')
    await vi.dynamicImportSettled()
    await flushPromises()
    expect(bodies(INSPECT)).toMatchObject([{ reason: '牌没了' }])
    const seats = [0, 1, 2, 3].map((n) => find(`open-${n}`))
    expect(seats.map((seat) => seat.findAll('.chip').map((chip) => chip.text()))).toEqual([
      [zh.console.turn, zh.table.void_s],
      [zh.table.won, zh.table.void_m],
      [zh.table.void_p],
      [],
    ])
    expect(seats[0]?.get('.hands-river').findAll('.tile')).toHaveLength(2)
    await page().get('[data-testid="room-card"] > .btn').trigger('click')
    expect(find('open-hands').exists()).toBe(false)
  })

  it('is one line in the log for one look, and another when there was nothing to see', async () => {
    const answers = await rooms([table('r1')], { [`POST ${INSPECT}`]: refusal(503, { code: 'away' }) })
    await press('inspect')
    await find('inspect-reason').setValue('牌没了')
    await press('inspect-sure', 'submit')
    answers[`POST ${INSPECT}`] = refusal(409, { code: 'no_hand' })
    await press('inspect-sure', 'submit')
    await press('inspect-sure', 'submit')
    const keys = (bodies(INSPECT) as { key: string }[]).map(({ key }) => key)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(said()).toContain(zh.errors.no_hand)
  })

  it('has its bundle at an address of its own, and hands only while it plays', async () => {
    await rooms([table('r1', { phase: 'between' })])
    expect(find('bundle').attributes('href')).toBe('/api/admin/rooms/r1/bundle')
    expect(find('inspect').exists()).toBe(false)
  })
})

describe('the server', () => {
  const NOTICES = { announcement: '今晚维护', draining: false }
  const server = async (more: Answers = {}): Promise<Answers> => {
    const answers = await open({ 'GET /api/admin/notices': NOTICES, ...more })
    await press('tab-server')
    return answers
  }
  const text = () => page().get('#announcement')

  it('gets what is said to everybody, and says nothing any more', async () => {
    const answers = await server({ 'PUT /api/admin/notices/announcement': { announcement: '推迟' } })
    expect((text().element as HTMLInputElement).value).toBe('今晚维护')
    await text().setValue('推迟 ')
    await press('publish', 'submit')
    expect((text().element as HTMLInputElement).value).toBe('推迟')
    answers['PUT /api/admin/notices/announcement'] = { announcement: '' }
    await text().setValue('')
    await press('publish', 'submit')
    expect(said()).toEqual([zh.console.published, zh.console.withdrawn])
  })

  it('takes no new rooms when the operator wants that', async () => {
    await server({ 'PUT /api/admin/notices/drain': { draining: true } })
    await page().get('[data-testid="drain"] .switch').trigger('click')
    await flushPromises()
    expect(bodies('/api/admin/notices/drain')).toEqual([{ on: true }])
    expect(page().get('[data-testid="drain"] .switch').attributes('aria-checked')).toBe('true')
  })

  it('cannot be changed before it is known how things stand', async () => {
    await server({ 'GET /api/admin/notices': refusal(503, { code: 'away' }) })
    expect(find('publish').attributes('disabled')).toBeDefined()
    expect(find('verify').attributes('disabled')).toBeDefined()
  })

  it('is audited', async () => {
    const report = {
      accounts: 1,
      transfers: 2,
      hands: 3,
      replayed: 3,
      wrong: 1,
      findings: ['card-sum: all: 5'],
    }
    await server({ 'POST /api/admin/verify-ledger': report })
    await press('verify')
    expect(page().text()).toContain('3 局、2 笔房卡，1 处不对')
  })
})

it('reads the log back, page by page', async () => {
  const act = (id: string) => ({ id, admin: 'boss', act: 'login', target: '', detail: {}, at: AT })
  await open({
    'GET /api/admin/audit': { acts: [act('9'), act('8')], more: true },
    'GET /api/admin/audit?before=8': { acts: [act('7')], more: false },
  })
  await press('tab-acts')
  expect(page().findAll('.act')).toHaveLength(2)
  await press('older')
  expect(page().findAll('.act')).toHaveLength(3)
  expect(find('older').exists()).toBe(false)
})

/** The console in Chinese and in English: every word comes from a catalogue, codes without words stay as they are. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Component } from 'vue'
import { desk, type Act, type SeenRoom } from '@/api/console'
import Acts from '@/console/Acts.vue'
import Players from '@/console/Players.vue'
import Rooms from '@/console/Rooms.vue'
import Server from '@/console/Server.vue'
import SignIn from '@/console/SignIn.vue'
import { operator } from '@/console/useDesk'
import { findingText, phaseName, stuckText } from '@/console/words'
import { setLocale } from '@/i18n'
import { moment } from '@/i18n/dates'
import ConsolePage from '@/views/Console.vue'
import { AT, player } from './people'

const PLAYERS = [
  player({ name: 'Ann', held: 1 }),
  player({
    name: 'Ann',
    held: 1,
    id: 'p2',
    banned: true,
    muted: true,
    room: '386201',
    sharing: [
      { what: 'device', names: ['Bob', 'Cid'], address: null },
      { what: 'address', names: ['Bob'], address: '10.0.0.1' },
    ],
  }),
]
const seat = (n: number, online: boolean) => ({ seat: n, name: `S${n}`, bot: false, online })
const room = (phase: SeenRoom['phase'], stuck: string[]): SeenRoom => ({
  id: `${phase}`,
  code: '386201',
  preset: 'classic',
  match: 1,
  hand: 2,
  created_at: AT,
  phase,
  seats: [seat(0, true), seat(1, false)],
  deadline: null,
  pending: [{ seat: 1, name: 'S1', since: AT, until: null, online: false, auto: false }],
  stuck,
  sharing: [
    { what: 'device', seats: [0, 1], address: null },
    { what: 'address', seats: [0, 1], address: '10.0.0.1' },
  ],
})
const PHASES: SeenRoom['phase'][] = ['lobby', 'playing', 'settling', 'between', 'ended', 'dissolved', null]
const STUCK = ['not_in_store', 'unreadable', 'overdue', 'nobody_online', 'waiting']
const ACTS = [
  ...['create', 'password', 'remove', 'login', 'logout', 'grant', 'take_back', 'rights', 'dissolve'],
  ...['refund', 'inspect', 'bundle', 'announce', 'drain', 'verify_ledger'],
]
const DETAIL = { cards: 2, released: 1, banned: true, muted: true, on: false, findings: 3, match: 1, hand: 2 }
const act = (name: string, n: number): Act => ({
  id: String(n),
  admin: n === 0 ? '' : 'boss',
  act: name,
  target: '',
  detail: { ...DETAIL, code: '386201', phase: 'between' },
  at: AT,
})

let shown: VueWrapper | null = null

beforeEach(() => {
  vi.spyOn(desk, 'session').mockResolvedValue('boss')
  vi.spyOn(desk, 'players').mockResolvedValue({ players: PLAYERS, more: true })
  vi.spyOn(desk, 'rooms').mockResolvedValue({ rooms: PHASES.map((phase) => room(phase, STUCK)) })
  vi.spyOn(desk, 'acts').mockResolvedValue({ acts: ACTS.map(act), more: true })
  vi.spyOn(desk, 'notices').mockResolvedValue({ announcement: '', draining: true })
  vi.spyOn(desk, 'verify').mockResolvedValue({
    accounts: 1,
    transfers: 2,
    hands: 3,
    replayed: 3,
    wrong: 2,
    findings: ['card-sum: all accounts: 5', 'hand-hash: room r, hand 1: x'],
  })
})

afterEach(async () => {
  shown?.unmount()
  shown = null
  operator.value = undefined
  await setLocale('zh-CN', false)
})

/** Everything that a reader or a screen reader gets of the component. */
async function words(component: Component): Promise<string> {
  shown?.unmount()
  shown = mount(component)
  await flushPromises()
  for (const id of ['ban', 'verify', 'dissolve']) {
    const button = shown.find(`[data-testid="${id}"]`)
    if (button.exists()) await button.trigger('click')
  }
  await flushPromises()
  const spoken = shown
    .findAll('[aria-label], [placeholder], [title]')
    .flatMap((part) => ['aria-label', 'placeholder', 'title'].map((name) => part.attributes(name) ?? ''))
  return [shown.text(), ...spoken].join(' ')
}

describe.each([
  ['SignIn', SignIn],
  ['Players', Players],
  ['Rooms', Rooms],
  ['Server', Server],
  ['Acts', Acts],
  ['the page', ConsolePage],
] as [string, Component][])('%s', (name, component) => {
  it('speaks one language at a time, and never in keys', async () => {
    const chinese = await words(component)
    await setLocale('en', false)
    const english = (await words(component)).replace('简体中文', '')
    expect(chinese).toMatch(/[\u4e00-\u9fff]/)
    expect(english).not.toMatch(/[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/)
    expect([chinese, english].join(' ')).not.toMatch(
      /\b(console|errors|options|game|common)\.[a-z_]+|\{\w+\}/,
    )
    expect(english.length, name).toBeGreaterThan(10)
  })
})

it('writes dates as the language does', async () => {
  const chinese = await words(Acts)
  expect(chinese).toContain(moment(AT))
  await setLocale('en', false)
  expect(await words(Acts)).toContain(moment(AT))
})

it('has words for all phases, hold-ups and acts, and shows what it does not know as it is', async () => {
  for (const language of ['zh-CN', 'en'] as const) {
    await setLocale(language, false)
    expect(PHASES.map(phaseName).filter((text) => /^[a-z_]*$/.test(text))).toEqual([])
    expect(STUCK.map(stuckText).filter((text) => /^[a-z_]*$/.test(text))).toEqual([])
    expect([phaseName('frozen'), stuckText('lost'), findingText('new-check: row: 1 and 2')]).toEqual([
      'frozen',
      'lost',
      'new-check: row: 1 and 2',
    ])
  }
  expect(findingText('card-sum: all accounts: add up to 5')).toBe(
    'The sum is not zero: all accounts: add up to 5',
  )
  expect(findingText('no form at all')).toBe('no form at all')
})

it('says that nothing is found', async () => {
  vi.mocked(desk.players).mockResolvedValue({ players: [], more: false })
  vi.mocked(desk.rooms).mockResolvedValue({ rooms: [] })
  vi.mocked(desk.acts).mockResolvedValue({ acts: [], more: false })
  for (const component of [Players, Rooms, Acts] as Component[]) {
    await words(component)
    expect(shown?.find('[role="status"]').text()).not.toBe('')
  }
})

/** Texts for the lines of the audit log. */
import type { Act } from '@/api/console'
import { t, tFound, type Key } from '@/i18n'
import { phaseName } from './words'

const NAMES: Readonly<Record<string, Key>> = {
  create: 'console.act_create',
  password: 'console.act_password',
  remove: 'console.act_remove',
  login: 'console.act_login',
  logout: 'console.act_logout',
  grant: 'console.act_grant',
  take_back: 'console.act_take_back',
  rights: 'console.act_rights',
  dissolve: 'console.act_dissolve',
  refund: 'console.act_refund',
  inspect: 'console.act_inspect',
  bundle: 'console.act_bundle',
  announce: 'console.act_announce',
  drain: 'console.act_drain',
  verify_ledger: 'console.act_verify',
}

export function actName({ act }: Act): string {
  const key = NAMES[act]
  return key === undefined ? act : (tFound(key) ?? act)
}

/** The beginning of an id, enough to recognise a player or room. The title shows the whole id. */
export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 8)}…` : id)

type Detail = Act['detail']
type Say = (value: Detail[string], detail: Detail) => string
const itself: Say = String

const SAYINGS: Readonly<Record<string, Say>> = {
  name: itself,
  code: (code) => t('console.act_room', { code: String(code) }),
  cards: (n, { released }) => (released !== undefined && !n ? '' : t('console.act_cards', { n: Number(n) })),
  released: (n) => (n ? t('console.act_released', { n: Number(n) }) : ''),
  reason: itself,
  text: itself,
  banned: (on, { muted }) => (on ? t('console.banned') : muted ? '' : t('console.act_no_limits')),
  muted: (on) => (on ? t('console.muted') : ''),
  on: (on) => t(on ? 'options.on' : 'options.off'),
  findings: (n) => t('console.act_findings', { n: Number(n) }),
  match: (match, { hand }) => t('console.match_hand', { match: Number(match), hand: Number(hand) }),
  hand: () => '',
  phase: (phase) => phaseName(phase === null ? null : String(phase)),
}

/** The details of an act as text, the most important first. */
export function actDetail({ detail }: Act): string {
  return Object.entries(detail)
    .map(([name, value]) => SAYINGS[name]?.(value, detail) ?? `${name}: ${value}`)
    .filter((text) => text !== '')
    .join(' · ')
}

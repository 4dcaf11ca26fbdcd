import type zh from '@/i18n/zh/play/cards'

const en: Record<keyof typeof zh, string> = {
  payer: 'Room cards',
  payer_owner: 'The host',
  payer_split: 'Shared',
  payer_winner: 'The winner',
  bill: 'Room cards',
  bill_owner: 'Host pays {n} {n|card|cards}',
  bill_split: 'Shared, {n} {n|card|cards} each',
  bill_rest: 'Shared, {n} {n|card|cards} each, host {owner}',
  bill_winner: 'Winner pays {n} {n|card|cards}',
  help_owner: 'You pay {n}, your friends nothing: with the first hand, and not if it is never played.',
  help_split:
    'What cannot be divided and the shares of bots are yours. Paid with the first hand, or given back.',
  help_bots: 'The shares of bots are yours. Paid with the first hand, or given back.',
  help_winner:
    '{n} {n|is|are} set aside from everyone who sits down. Who ends with most ke pays, the others get theirs back.',
  help_guest: 'You pay nothing.',
  help_seat: '{n} {n|is|are} set aside when you sit down. Paid with the first hand, or given back.',
  have: 'You have {have} {have|card|cards}, this room needs {n}',
  have_seat: 'You have {have} {have|card|cards}, the seat needs {n}',
  short: 'Not enough room cards: {n} needed, you have {have}',
  short_help: 'Ask the operator for cards, or let others pay',
  short_seat_help: 'Ask the operator for cards, then sit down',
  look_again: 'Look again',
  free: 'Free of charge',
  sit_down: 'Sit down',
}
export default en

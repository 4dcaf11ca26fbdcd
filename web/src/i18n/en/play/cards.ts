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
  help_owner: 'You pay {n}, your friends pay nothing. You pay when the first hand is finished.',
  help_split: 'You pay the remainder and the shares of bots. Paid with the first hand, else returned.',
  help_bots: 'You pay the shares of bots. Paid with the first hand, else returned.',
  help_winner:
    'Everyone who sits down has {n} {n|card|cards} held. The player with the most ke at the end pays, the others get theirs back.',
  help_guest: 'You pay nothing.',
  help_seat: 'When you sit down, {n} {n|card is|cards are} held. Paid with the first hand, else returned.',
  have: 'You have {have} {have|card|cards}, this room needs {n}',
  have_seat: 'You have {have} {have|card|cards}, the seat needs {n}',
  short: 'Not enough room cards: {n} needed, you have {have}',
  short_help: 'Ask the operator for cards, or let others pay',
  short_seat_help: 'Ask the operator for cards, then sit down',
  look_again: 'Check again',
  free: 'Free of charge',
  sit_down: 'Sit down',
}
export default en

import type zh from '@/i18n/zh/core/room'

const en: Record<keyof typeof zh, string> = {
  title: 'Room {code}',
  share: 'Send the code to your friends',
  link: 'Link',
  scan: 'Scan to join',
  seat_empty: 'Empty seat',
  ready: 'Ready',
  not_ready: 'Not ready',
  is_ready: 'Ready',
  start: 'Start',
  leave: 'Leave',
  owner: 'Host',
  add_bot: 'Add a bot',
  fill_bots: 'Fill up with bots',
  remove_bot: 'Remove the bot',
  waiting: '{n} more {n|player|players} needed',
  rules: 'Rules',
  rules_plain: 'The rules are those of {preset}',
  rules_changed: 'Different from {preset}',
  signed_out: 'You are signed out',
  signed_out_help:
    'Your session has ended: it expired, another device ended it, or the operator banned this account.',
  score_by_rules: 'Score a hand by these rules',
}
export default en

import type zh from '@/i18n/zh/core/lobby'

const en: Record<keyof typeof zh, string> = {
  nickname: 'Nickname',
  nickname_hint: 'What your friends call you',
  enter: 'Enter',
  welcome: 'Hi {name}, ready for a game?',
  create: 'Open a room',
  create_help: 'Choose the rules and invite your friends',
  join: 'Join a room',
  join_help: 'Type the six digits',
  code: 'Room code',
  recent: 'Recent rooms',
  resume: 'Back to the table',
  score: 'Scorer',
  score_about: 'Enter a hand to see its waits and its score',
  account: 'My account',
  have_code: 'Sign in with a recovery code',
}
export default en

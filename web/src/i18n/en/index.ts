import type { Translation } from '@/i18n/catalogue'
import account from './account'
import consoleTexts from './console'
import common from './core/common'
import errors from './core/errors'
import game from './core/game'
import lobby from './core/lobby'
import room from './core/room'
import tiles from './core/tiles'
import cards from './play/cards'
import items from './play/items'
import options from './play/options'
import result from './play/result'
import table from './play/table'
import score from './score'

const en: Translation = {
  account,
  cards,
  common,
  console: consoleTexts,
  errors,
  game,
  items,
  lobby,
  options,
  result,
  room,
  score,
  table,
  tiles,
}
export default en

import type { Translation } from '..'
import account from './account'
import cards from './cards'
import common from './common'
import consoleTexts from './console'
import errors from './errors'
import game from './game'
import items from './items'
import lobby from './lobby'
import options from './options'
import result from './result'
import room from './room'
import score from './score'
import table from './table'
import tiles from './tiles'

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

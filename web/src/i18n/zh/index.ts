import common from './common'
import errors from './errors'
import game from './game'
import items from './items'
import lobby from './lobby'
import options from './options'
import result from './result'
import room from './room'
import table from './table'
import tiles from './tiles'

export default { common, errors, game, items, lobby, options, result, room, table, tiles }

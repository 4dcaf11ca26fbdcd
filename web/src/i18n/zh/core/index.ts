/** The texts of the first screen. */
import common from './common'
import errors from './errors'
import game from './game'
import lobby from './lobby'
import room from './room'
import tiles from './tiles'

export default { common, errors, game, lobby, room, tiles }

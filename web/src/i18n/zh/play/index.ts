/** More texts of rooms, the table and the 算颗器. */
import cards from './cards'
import items from './items'
import options from './options'
import result from './result'
import table from './table'

export default { cards, items, options, result, table }

/** What rooms, the table and the scorer need besides. */
import cards from './cards'
import items from './items'
import options from './options'
import result from './result'
import table from './table'

export default { cards, items, options, result, table }

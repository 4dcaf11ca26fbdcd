/** What rooms, the table and the scorer need besides. */
import items from './items'
import options from './options'
import result from './result'
import table from './table'

export default { items, options, result, table }

export const mostSharedMacros = 500
export const mostOwnMacros = 100
export const mostMacroActions = 25
export const mostMacroInputs = 10
export const mostTeamsOfMacro = 20
export const mostFilesOfMacro = 10
/** Maximum characters of one text of a macro, as HTML. */
export const mostOfMacroText = 20_000

export const inputKinds = ['text', 'select', 'date', 'person', 'number'] as const
export const snoozeUnits = ['hours', 'days', 'weeks'] as const
export const snoozeDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Maximum changes of macros that one draft keeps, and their maximum size as JSON. */
export const mostPendingChanges = 200
export const mostPendingBytes = 65_536

/** What the page does after a macro was applied and sent. */
export const afterMacro = ['stay', 'next', 'list'] as const

/** The folder of a macro is the part of its name before the slash. */
export function placeOfMacro(name: string): { folder: string; title: string } {
  const [, folder = '', title = name] = /^(.+?)\s*\/\s*(.+)$/s.exec(name) ?? []
  return { folder, title }
}

/** A change of tags in words, for the chips of a message. */
export const tagLabels = { add_tags: 'Tag +', remove_tags: 'Tag −' } as const
export const mostOfWords = 300

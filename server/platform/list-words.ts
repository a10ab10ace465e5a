export const listWords = (text: string): string[] => text.trim().split(/\s+/)

/** Alternatives of a regular expression that are written in several lines. */
export const alternatives = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, '|')

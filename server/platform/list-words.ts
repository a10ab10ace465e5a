export const listWords = (text: string): string[] => text.trim().split(/\s+/)

export const alternatives = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, '|')

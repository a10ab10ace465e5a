export const listWords = (text: string): string[] => text.trim().split(/\s+/)

import { z } from 'zod'

export const mostLanguages = 30

export const Language = z
  .string()
  .max(20)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Use a language like en or pt-BR')
export const InLanguage = z.strictObject({
  language: Language.optional().describe('Default: the main language of the workspace'),
})

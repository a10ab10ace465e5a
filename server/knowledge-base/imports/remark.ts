import type { ImportRemark } from '#contract/bulk/imports.ts'

const mostAbout = 300
export const mostRemarks = 50

export const remark = (code: ImportRemark['code'], about = '', line: number | null = null): ImportRemark => ({
  code,
  line,
  about: about.slice(0, mostAbout),
})

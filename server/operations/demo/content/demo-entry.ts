export type Words = [title: string, summary: string, ...paragraphs: string[]]

export type DemoPost = {
  en: Words
  de?: Words
  author: string
  category: 'guides' | 'stories' | 'company' | 'payroll'
  state?: 'draft' | 'in_review' | 'planned' | 'changed' | 'archived'
}

export type DemoChange = {
  en: [title: string, text: string]
  de?: [title: string, text: string]
  day: string
  kind: 'new' | 'better' | 'mended'
}

export type DemoAuthor = { name: string; en: string; de: string }

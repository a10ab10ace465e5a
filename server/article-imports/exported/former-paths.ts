type Slugs = { language: string; slug: string }[]
type Text = { language: string; slug: string }

/** Where a text was read before its address changed. */
export const formerPaths = (slugs: Slugs, { language, slug: now }: Text, first: string) =>
  slugs
    .filter((one) => one.language === language && one.slug !== now)
    .map(({ slug }) => `${language === first ? '' : `/${language}`}/knowledgebase/article/${slug}`)

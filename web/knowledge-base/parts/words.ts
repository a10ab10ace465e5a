/** As it reads without a script, which makes it relative: in the language of the page and the workspace's time zone. */
export const dateIn = (time: string, language: string, timeZone: string) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone }).format(
    new Date(time),
  )

/** A language by its own name: `hrvatski`, `Deutsch`. */
export const languageName = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

export const articleCountIn = (count: number) => `${count} ${count === 1 ? 'article' : 'articles'}`

/** One input device and what it does, as both WebDriver protocols take it (W3C WebDriver, section 15.7). */
export type InputSource = { type: 'key' | 'pointer'; id: string; parameters?: object; actions: object[] }

/** What the sweep needs of a browser. One implementation speaks WebDriver BiDi, the other classic WebDriver. */
export type Automation = {
  goto(url: string): Promise<void>
  /** The value of a JavaScript expression in the page; a promise is waited for. */
  evaluate(expression: string): Promise<unknown>
  perform(sources: InputSource[]): Promise<void>
  /** Chooses files in the file input that the selector finds. */
  chooseFiles(selector: string, paths: string[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** The errors of pages since it was asked last, and answers of 500 or more. */
  takeErrors(): string[]
  /** A PNG of what the window shows. */
  takeScreenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Starts a browser for the product on this port. */
export type Launch = (sitePort: number) => Promise<Automation>

/** A browser, or a part of it, that is not on this machine. */
export class MissingBrowser extends Error {
  constructor(name: string, packages: string) {
    super(`${name} is not on this machine. On Debian: apt-get install ${packages}`)
  }
}

/** One input device and its actions, in the format of both WebDriver protocols (W3C WebDriver, section 15.7). */
export type InputSource = { type: 'key' | 'pointer'; id: string; parameters?: object; actions: object[] }

/** The browser functions that the sweep needs. One implementation uses WebDriver BiDi, the other classic WebDriver. */
export type Automation = {
  goto(url: string): Promise<void>
  /** Returns the value of a JavaScript expression in the page. Waits if the value is a promise. */
  evaluate(expression: string): Promise<unknown>
  perform(sources: InputSource[]): Promise<void>
  /** Chooses files in the file input that the selector finds. */
  chooseFiles(selector: string, paths: string[]): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Returns the page errors, and the answers with status 500 or more, that occurred after the previous call. */
  takeErrors(): string[]
  /** Returns a PNG of the window. */
  takeScreenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Starts a browser for the product on this port. */
export type Launch = (sitePort: number) => Promise<Automation>

/** Error for a browser, or a part of a browser, that is not installed. */
export class MissingBrowser extends Error {
  constructor(name: string, packages: string) {
    super(`${name} is not on this machine. On Debian: apt-get install ${packages}`)
  }
}

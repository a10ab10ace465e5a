/** What the script of the form on other sites needs. The server writes it in front of the script. */
export type EmbeddedForm = { api: string; workspaceName: string }

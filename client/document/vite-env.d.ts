/// <reference types="vite/client" />

/** Shows a page that needs neither scripts nor texts. Defined in boot.js. */
declare function showUnreachable(): void;

/**
 * Mail styles: the roles of client/styles/tokens.css as hex colors, which all mail clients support. Many drop
 * style sheets, so the light theme is inline and the style sheet only contains the dark one.
 */

const fonts = "Inter,'Noto Sans Arabic',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){
.page{background:#151116!important}
.card{background:#1f1a1f!important;border-color:#332c34!important}
.text{color:#efebef!important}
.small{color:#aea6ae!important}
.code{background:#3b223a!important;color:#eab2e7!important}
.button{background:#954a94!important}
.arch{background:#b46bb0!important}
}
@media(max-width:400px){.card{padding:24px 20px!important}}`;

export function mailStyles(fontScale: number) {
  const font = (size: number, line: number, weight = 400) =>
    `font:${weight} ${size * fontScale}px/${line * fontScale}px ${fonts}`;
  return {
    page: 'margin:0;padding:0;background:#fbf9fb',
    name: `${font(16, 24, 600)};color:#231b23;text-decoration:none`,
    card: 'padding:32px;border:1px solid #e2dee3;border-radius:12px;background:#ffffff',
    heading: `margin:0 0 16px;${font(20, 28, 600)};color:#231b23`,
    text: `margin:0 0 16px;${font(16, 24)};color:#231b23;overflow-wrap:anywhere`,
    small: `margin:16px 0 0;${font(14, 20)};color:#625963;overflow-wrap:anywhere`,
    code: "padding:20px 12px 20px 20px;border-radius:8px;background:#f7e7f6;color:#792878;font:600 32px/40px ui-monospace,'SF Mono',Menlo,Consolas,monospace;letter-spacing:8px;user-select:all",
    button: 'border-radius:8px;background:#812f80',
    buttonLink: `display:inline-block;padding:12px 20px;${font(16, 20, 600)};color:#ffffff;text-align:center;text-decoration:none`,
    footer: `padding:20px 0 0;${font(12, 18)};color:#625963;overflow-wrap:anywhere`,
  };
}

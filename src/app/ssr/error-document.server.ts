import { escapeHtml } from './escape-html.server';

/**
 * Renders a failure as a page, for somebody who has followed a link or sent a plain form. It stands alone,
 * without the site's scripts and styles: what failed may be what they need.
 */
export const renderErrorDocument = (message: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>This page can’t be shown</title>
</head>
<body>
<main>
<h1>This page can’t be shown</h1>
<p>${escapeHtml(message)}</p>
<p><a href="/">Go to the home page</a></p>
</main>
</body>
</html>
`;

import { escapeHtml } from '../../lib/escape-html.server';

/**
 * Renders an error as a page, for people who follow a link or post a plain form. Without the site's
 * scripts and styles, because the error may concern what they depend on.
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

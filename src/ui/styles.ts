/** Styles shared by all pages. A component's own styles are beside it. */
import './tokens.css';
import './base.css';
import './section.css';
import './buttons.css';
import './badges.css';
import './form.css';
import './stocks.css';

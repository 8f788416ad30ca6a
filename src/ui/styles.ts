/** The styles that every page shares. A component's own rules lie beside it. */
import './tokens.css';
import './base.css';
import './section.css';
import './buttons.css';
import './badges.css';
import './form.css';
import './stocks.css';

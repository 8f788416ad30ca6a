/** The page's own styles, as an input of the build: the page runs no scripts. */
import './ProposalPage.module.css';
import './Outcome.module.css';
import './PriceCard.module.css';

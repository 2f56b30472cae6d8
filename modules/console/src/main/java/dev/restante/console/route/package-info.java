/** Routes from paths to pages, actions and API resources. */
@NullMarked
package dev.restante.console.route;

import org.jspecify.annotations.NullMarked;

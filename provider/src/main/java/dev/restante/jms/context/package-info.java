/** The simplified API over connections and sessions of the classic one. */
@NullMarked
package dev.restante.jms.context;

import org.jspecify.annotations.NullMarked;

/** Tables of features on the pages about other JMS providers. */
@NullMarked
package dev.restante.moved.table;

import org.jspecify.annotations.NullMarked;

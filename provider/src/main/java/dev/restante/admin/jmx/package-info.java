/** MBeans of a node and its entities, which implement the interfaces in {@code admin}. */
@NullMarked
package dev.restante.admin.jmx;

import org.jspecify.annotations.NullMarked;

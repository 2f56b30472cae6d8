/** Foundation of all node packages: context, lifecycle, entity cache and change sets. */
@NullMarked
package dev.restante.node.core;

import org.jspecify.annotations.NullMarked;

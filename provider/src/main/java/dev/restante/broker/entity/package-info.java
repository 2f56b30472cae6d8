/** The entities as this node knows them. */
@NullMarked
package dev.restante.broker.entity;

import org.jspecify.annotations.NullMarked;

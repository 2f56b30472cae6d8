package dev.restante.surface;

import java.util.List;

/** Names of the packages that applications use. */
final class PublicPackages {

    static final List<String> NAMES = List.of(
            "dev.restante",
            "dev.restante.admin",
            "dev.restante.admin.history",
            "dev.restante.api",
            "dev.restante.jndi",
            "dev.restante.jta",
            "dev.restante.metrics",
            "dev.restante.narayana",
            "dev.restante.observe",
            "dev.restante.option",
            "dev.restante.rule");

    private PublicPackages() {}
}

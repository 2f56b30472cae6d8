package dev.restante.model;

/** Paths of the documentation pages that error messages name, relative to the root of the project. */
public final class DocumentationPages {

    /** Page about the number of database connections of a node. */
    public static final String CONNECTIONS = "docs/operations/connections.md";

    /** Page about encrypted connections and certificates. */
    public static final String TLS = "docs/operations/tls.md";

    private DocumentationPages() {}
}

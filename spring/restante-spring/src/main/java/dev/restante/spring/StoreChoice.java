package dev.restante.spring;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The place where messages are kept, decided by what there is and what is configured. */
public sealed interface StoreChoice {

    /** Beside the application's own tables. */
    record Database(String dataSource) implements StoreChoice {}

    /** In a database of its own, which {@code restante.url} or a bean names. */
    record Url() implements StoreChoice {}

    /**
     * In files beside the application.
     *
     * @param reason why not in a data source
     */
    record Embedded(String reason) implements StoreChoice {}

    /**
     * What there is and what is configured.
     *
     * @param dataSources the names of the beans
     * @param marked those that have {@link RestanteDataSource}
     * @param wanted the one that {@code restante.data-source} names, or null
     * @param beside what names a database beside the data sources, such as {@code restante.url}; null for nothing
     */
    record Question(
            List<String> dataSources,
            List<String> marked,
            @Nullable String wanted,
            @Nullable String beside,
            StoreMode mode) {

        public Question {
            dataSources = List.copyOf(dataSources);
            marked = List.copyOf(marked);
        }
    }

    /**
     * Decides. One PostgreSQL, MariaDB or MySQL has the messages. Without any data source, or with one of H2 or HSQLDB,
     * they are in files. Among several nobody guesses.
     *
     * @param kinds what a data source leads to; asked about one at most
     * @throws StoreRefusedException if it can't be told, or goes against the mode
     */
    static StoreChoice of(Question question, Function<String, DatabaseKind> kinds) {
        if (question.beside() != null) {
            return beside(question.beside(), question);
        }
        String named = named(question);
        if (named != null) {
            return ofNamed(named, kinds.apply(named));
        }
        return switch (question.dataSources().size()) {
            case 0 -> embedded(question, "there is no DataSource", "Define a DataSource");
            case 1 -> ofOnly(question, kinds.apply(question.dataSources().get(0)));
            default ->
                throw new StoreRefusedException(
                        "There are several DataSources, " + names(question.dataSources())
                                + ", and nothing says which of them the messages are kept in",
                        "Name it by restante.data-source, or mark its bean by @RestanteDataSource");
        };
    }

    private static StoreChoice beside(String named, Question question) {
        if (question.wanted() != null) {
            throw new StoreRefusedException(
                    "Both " + named + " and restante.data-source say where the messages are kept",
                    "Leave one of them out: messages take part in transactions only in a DataSource of the application");
        }
        if (question.mode() == StoreMode.JOINED) {
            throw new StoreRefusedException(
                    "With " + named + " the messages have connections of their own, so that they can't take part in"
                            + " transactions as restante.mode=joined demands",
                    "Set restante.data-source in place of it, or another restante.mode");
        }
        return new Url();
    }

    /** The data source that is configured or marked; null if none is. */
    private static @Nullable String named(Question question) {
        String wanted = question.wanted();
        if (wanted != null && !question.dataSources().contains(wanted)) {
            throw new StoreRefusedException(
                    "restante.data-source is '" + wanted + "', and there is no DataSource of that name",
                    question.dataSources().isEmpty()
                            ? "Define one"
                            : "Set it to one of those that there are: " + names(question.dataSources()));
        }
        if (wanted != null || question.marked().isEmpty()) {
            return wanted;
        }
        if (question.marked().size() > 1) {
            throw new StoreRefusedException(
                    "@RestanteDataSource marks " + names(question.marked()) + ", but messages are kept in one",
                    "Mark one of them, or name it by restante.data-source");
        }
        return question.marked().get(0);
    }

    private static StoreChoice ofNamed(String name, DatabaseKind kind) {
        return switch (kind) {
            case SERVER, HSQLDB -> new Database(name);
            case H2, OTHER -> throw unfit(name);
        };
    }

    private static StoreChoice ofOnly(Question question, DatabaseKind kind) {
        String name = question.dataSources().get(0);
        return switch (kind) {
            case SERVER -> new Database(name);
            case HSQLDB ->
                embedded(question, "the only DataSource is HSQLDB", "Set restante.data-source to '" + name + "'");
            case H2 -> embedded(question, "the only DataSource is H2", "Use PostgreSQL, MariaDB, MySQL or HSQLDB");
            case OTHER -> throw unfit(name);
        };
    }

    private static StoreChoice embedded(Question question, String reason, String remedy) {
        if (question.mode() == StoreMode.JOINED) {
            throw new StoreRefusedException(
                    "Messages can't take part in transactions as restante.mode=joined demands, because " + reason,
                    remedy + ", or another restante.mode");
        }
        return new Embedded(reason);
    }

    private static StoreRefusedException unfit(String name) {
        return new StoreRefusedException(
                "The DataSource '" + name + "' is of a database that messages can't be kept in",
                "Set restante.url to a database that they can be kept in: PostgreSQL, MariaDB, MySQL or HSQLDB");
    }

    private static String names(List<String> names) {
        Stream<String> quoted = names.stream().sorted().map(name -> "'" + name + "'");
        return quoted.collect(Collectors.joining(", "));
    }
}

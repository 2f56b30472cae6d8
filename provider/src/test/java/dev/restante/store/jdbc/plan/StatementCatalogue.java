package dev.restante.store.jdbc.plan;

import dev.restante.store.Store;
import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.store.jdbc.read.RangeProbe;
import dev.restante.store.jdbc.read.ReadSql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Catalogue of the statements that an open PostgreSQL store has for growing tables. It contains the static fields of
 * all classes, the fields of all objects, and a list of the statements that methods build. A literal that belongs to no
 * statement fails the test until its statement is added.
 */
final class StatementCatalogue {

    private static final String ROOT = "dev.restante.store.jdbc";

    /** Packages whose statements never run on PostgreSQL. */
    private static final Pattern OTHERS =
            Pattern.compile("\\Q" + ROOT + "\\E\\.(hsqldb|mariadb|mysql|schema|connect|plan|product)\\b.*");

    static final Pattern GROWING = Pattern.compile(
            "\\brestante_(delivery|message|shared_message|last_value|duplicate_id"
                    + "|receive_attempt|message_group|large_body|large_body_reference|large_body_chunk|large_body_retention|deleted_body)\\b");

    private static final Pattern LOOKS = Pattern.compile("\\b(FROM|UPDATE|JOIN|USING) " + GROWING);

    private static final Pattern STATEMENT =
            Pattern.compile("\\s*(SELECT|UPDATE|DELETE|INSERT|WITH)\\b.*", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    /** Fields that contain only the beginning of a statement. */
    private static final Set<String> BEGINNINGS = Set.of(
            "DeliveryRows.SELECT",
            "ReadSql.RANGE",
            "GroupReader.COUNTED",
            "GroupReader.ACCEPTED",
            "PostgresBatchSql.ACQUIRE_WHERE",
            "PostgresKeyedReader.ENTITY_GROUP_ROWS",
            "ReplacedValueRemover.LAST",
            "JdbcBodyRepository.FORGET_REFERENCES",
            "JdbcBodyRepository.UNREFERENCED",
            "JdbcBodyRepository.FIRST_DELETED");

    private static final String IDS_OF_A_PAGE = "(?" + ", ?".repeat(49) + ")";

    private static Map<String, String> ofMethods() {
        ReadSql reads = new ReadSql(new PostgresDialect());
        Map<String, String> statements = new LinkedHashMap<>();
        statements.put("ReadSql.due", reads.due(0));
        statements.put("ReadSql.due passing over entities", reads.due(2));
        statements.put("ReadSql.nextDue", reads.nextDue(0));
        statements.put("ReadSql.nextDue passing over entities", reads.nextDue(2));
        statements.put("RangeProbe.sql", new RangeProbe("", "id + 0").sql(10));
        statements.put(
                "ReplacedValueRemover.isLast",
                "SELECT delivery FROM restante_last_value WHERE delivery = ? FOR UPDATE");
        statements.put(
                "JdbcLastValueRepository.lastValuesAmong",
                "SELECT delivery FROM restante_last_value WHERE delivery IN " + IDS_OF_A_PAGE);
        statements.put(
                "JdbcLastValueRepository.delete", "DELETE FROM restante_last_value WHERE delivery IN " + IDS_OF_A_PAGE);
        for (String table : List.of("duplicate_id", "receive_attempt")) {
            String id = table.equals("duplicate_id") ? "duplicate_id" : "attempt_id";
            statements.put(
                    "ExpiredIdRows.select " + table,
                    "SELECT entity, " + id + " FROM restante_" + table
                            + " WHERE kept_until <= ? ORDER BY kept_until LIMIT ?");
            statements.put(
                    "ExpiredIdRows.delete " + table,
                    "DELETE FROM restante_" + table + " WHERE entity = ? AND " + id + " = ? AND kept_until + 0 <= ?");
        }
        statements.put("EntityDeleter.deleteEach", "DELETE FROM restante_delivery WHERE id = ?");
        statements.put("EntityDeleter.anyDelivery", "SELECT 1 FROM restante_delivery WHERE entity = ? LIMIT 1");
        statements.put(
                "EntityDeleter.some",
                "SELECT id, message, only_delivery FROM restante_delivery WHERE entity = ? LIMIT 1000");
        for (String table : List.of("duplicate_id", "receive_attempt", "message_group", "last_value")) {
            statements.put("EntityDeleter.deleteRows " + table, "DELETE FROM restante_" + table + " WHERE entity = ?");
        }
        return statements;
    }

    /**
     * Statement, named by its class and field.
     *
     * @param ofApplication true if the statement runs on connections of the application
     */
    record Statement(String name, String sql, boolean ofApplication) {

        /** Returns whether the statement searches for rows. */
        boolean readsRows() {
            return LOOKS.matcher(sql).find();
        }
    }

    private final Map<String, String> statements = new LinkedHashMap<>();

    /** Names of the statements with settings for connections of the application. */
    private final Set<String> ofApplication = new HashSet<>();

    private StatementCatalogue() {}

    static StatementCatalogue of(Store store) {
        StatementCatalogue catalogue = new StatementCatalogue();
        for (Class<?> owner : classes()) {
            catalogue.addFields(owner, null);
        }
        catalogue.addObjects(store);
        ofMethods().forEach(catalogue::add);
        return catalogue;
    }

    List<Statement> statements() {
        return statements.entrySet().stream()
                .map(each -> new Statement(each.getValue(), each.getKey(), ofApplication.contains(each.getValue())))
                .toList();
    }

    /** Returns the literals that name a growing table but belong to no statement. */
    List<String> unlistedLiterals() throws IOException {
        List<String> strangers = new ArrayList<>();
        for (Class<?> owner : classes()) {
            for (String literal : ClassStrings.of(owner)) {
                if (GROWING.matcher(literal).find()
                        && literal.contains(" ")
                        && !literal.contains("%s")
                        && statements.keySet().stream().noneMatch(sql -> sql.contains(literal))) {
                    strangers.add(owner.getSimpleName() + ": " + literal);
                }
            }
        }
        return strangers;
    }

    private void add(String name, String text) {
        for (String sql : text.split(";\\s+")) {
            if (STATEMENT.matcher(sql).matches()
                    && GROWING.matcher(sql).find()
                    && !sql.contains("%s")
                    && !BEGINNINGS.contains(name)) {
                statements.putIfAbsent(sql, name);
                if (text.contains("restante.enable_seqscan")) {
                    ofApplication.add(statements.get(sql));
                }
            }
        }
    }

    private void addValue(String name, Object value) {
        if (value instanceof String text) {
            add(name, text);
        } else if (value instanceof Collection<?> values) {
            values.forEach(each -> addValue(name, each));
        } else if (value instanceof Map<?, ?> values) {
            values.forEach((key, each) -> addValue(name + "." + key, each));
        } else if (value instanceof Object[] values) {
            Stream.of(values).forEach(each -> addValue(name, each));
        }
    }

    private List<Object> addFields(Class<?> owner, Object object) {
        List<Object> values = new ArrayList<>();
        for (Field field : owner.getDeclaredFields()) {
            if (field.getType().isPrimitive() || Modifier.isStatic(field.getModifiers()) != (object == null)) {
                continue;
            }
            try {
                field.setAccessible(true);
                Object value = field.get(object);
                addValue(owner.getSimpleName() + "." + field.getName(), value);
                values.add(value);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return values;
    }

    private void addObjects(Store store) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> next = new ArrayDeque<>(List.of(store));
        while (!next.isEmpty()) {
            Object object = next.pop();
            if (!isOurs(object.getClass()) || !seen.add(object)) {
                continue;
            }
            for (Class<?> type = object.getClass(); type != null && isOurs(type); type = type.getSuperclass()) {
                addFields(type, object).stream().filter(value -> value != null).forEach(next::add);
            }
        }
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith(ROOT)
                && !OTHERS.matcher(type.getName()).matches();
    }

    private static List<Class<?>> classes() {
        try {
            URI base = Store.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            Path top = Path.of(base);
            try (Stream<Path> files = Files.walk(top.resolve(ROOT.replace('.', '/')))) {
                return files.map(file -> top.relativize(file).toString())
                        .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                        .map(name -> name.substring(0, name.length() - ".class".length())
                                .replace('/', '.'))
                        .filter(name -> !OTHERS.matcher(name).matches())
                        .sorted()
                        .<Class<?>>map(StatementCatalogue::load)
                        .toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}

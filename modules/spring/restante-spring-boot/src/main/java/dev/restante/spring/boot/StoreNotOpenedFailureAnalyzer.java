package dev.restante.spring.boot;

import dev.restante.spring.StoreNotOpenedException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Failure analyzer that explains why a store cannot be opened, such as a wrong URL, a missing driver or missing
 * privileges.
 */
final class StoreNotOpenedFailureAnalyzer extends AbstractFailureAnalyzer<StoreNotOpenedException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, StoreNotOpenedException cause) {
        return new FailureAnalysis(sentence(String.valueOf(cause.getMessage())), remedy(cause), cause);
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }

    /** Returns the remedy for the first database failure that has one. */
    private static String remedy(StoreNotOpenedException failure) {
        for (SQLException each : databaseFailures(failure)) {
            String remedy = remedy(String.valueOf(each.getMessage()), each.getSQLState(), each.getErrorCode());
            if (remedy != null) {
                return remedy;
            }
        }
        return "Read the message of the database. If the store does not exist yet, set"
                + " restante.schema-management=create to create it. With validate or none, no tables are created.";
    }

    private static @Nullable String remedy(String text, @Nullable String state, int code) {
        if (text.contains("No suitable driver")) {
            return "Add the driver of the database to the class path, such as org.postgresql:postgresql, or correct"
                    + " the URL.";
        }
        if (state == null) {
            return null;
        }
        // MariaDB and MySQL report missing privileges with 1044, 1142 and 1227.
        if (state.equals("42501") || code == 1044 || code == 1142 || code == 1227) {
            return "Allow the user to create tables in its schema, for example with GRANT CREATE ON SCHEMA public"
                    + " TO that_user. Or let a user with this permission create the store, and set"
                    + " restante.schema-management=validate.";
        }
        if (state.startsWith("28")) {
            return "Correct the user and the password of the DataSource, or restante.user and restante.password.";
        }
        if (state.equals("3D000") || code == 1049) {
            return "Create the database, or correct its name in the URL.";
        }
        if (state.startsWith("08")) {
            return "Correct host and port in the URL, and check that the database is running.";
        }
        return null;
    }

    private static List<SQLException> databaseFailures(Throwable failure) {
        List<SQLException> found = new ArrayList<>();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException sql) {
                found.add(sql);
            }
        }
        return found;
    }
}

package dev.restante.spring.boot;

import dev.restante.spring.StoreNotOpenedException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do about a store that can't be opened: a wrong URL, a missing driver, missing privileges. */
final class StoreNotOpenedFailureAnalyzer extends AbstractFailureAnalyzer<StoreNotOpenedException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, StoreNotOpenedException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", remedy(cause), cause);
    }

    /** By the first failure of the driver that says anything. */
    private static String remedy(StoreNotOpenedException failure) {
        for (SQLException each : databaseFailures(failure)) {
            String remedy = remedy(String.valueOf(each.getMessage()), each.getSQLState(), each.getErrorCode());
            if (remedy != null) {
                return remedy;
            }
        }
        return "See what the database says. If there is no store yet, restante.schema=create makes one; with validate or none"
                + " nothing is created.";
    }

    private static @Nullable String remedy(String text, @Nullable String state, int code) {
        if (text.contains("No suitable driver")) {
            return "Add the database's driver to the class path, such as org.postgresql:postgresql, or correct the URL.";
        }
        if (state == null) {
            return null;
        }
        // 1044, 1142 and 1227 are those of MariaDB and MySQL for privileges that are missing.
        if (state.equals("42501") || code == 1044 || code == 1142 || code == 1227) {
            return "Let the user create tables in its schema, such as by GRANT CREATE ON SCHEMA public TO that_user; or"
                    + " have somebody create the store who may, and set restante.schema=validate.";
        }
        if (state.startsWith("28")) {
            return "Correct the user and the password of the DataSource, or restante.user and restante.password.";
        }
        if (state.equals("3D000") || code == 1049) {
            return "Create the database, or correct its name in the URL.";
        }
        if (state.startsWith("08")) {
            return "Correct host and port in the URL, and see whether the database runs.";
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

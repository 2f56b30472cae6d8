package dev.restante.samples.sliced;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;

/** Service that needs a database, which a messaging test slice excludes. */
@Service
public class DatabaseService {

    DatabaseService(JdbcTemplate rows) {
        rows.execute("SELECT 1");
    }
}

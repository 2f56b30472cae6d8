package dev.restante.spring.boot;

import dev.restante.spring.DatabaseKind;
import dev.restante.spring.RestanteDataSource;
import dev.restante.spring.StoreNotOpenedException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * Lookup of the application's data source beans, from which the auto-configuration chooses the database of the store.
 * They are read at start-up instead of in a condition, because conditions of an ahead-of-time build run at build time.
 */
record DataSourceBeans(ConfigurableListableBeanFactory beans) {

    /** Returns the autowiring candidates, the annotated beans and the bean with the configured name, if any. */
    List<String> names(@Nullable String named) {
        return all().filter(name -> isDefault(name) || name.equals(named) || isMarked(name))
                .toList();
    }

    List<String> marked() {
        return all().filter(this::isMarked).toList();
    }

    private Stream<String> all() {
        return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, DataSource.class))
                .filter(name -> !name.startsWith("scopedTarget."));
    }

    private boolean isMarked(String name) {
        return beans.findAnnotationOnBean(name, RestanteDataSource.class) != null;
    }

    private boolean isDefault(String name) {
        if (!beans.containsBeanDefinition(name)) {
            return true;
        }
        BeanDefinition definition = beans.getMergedBeanDefinition(name);
        return definition.isAutowireCandidate()
                && !(definition instanceof AbstractBeanDefinition own && !own.isDefaultCandidate());
    }

    /**
     * Returns the bean with a name and registers its dependent bean, so that the data source closes after the dependent
     * bean.
     */
    DataSource get(String name, String dependent) {
        beans.registerDependentBean(name, dependent);
        return beans.getBean(name, DataSource.class);
    }

    DatabaseKind kind(String name, String dependent) {
        try {
            return DatabaseKind.of(get(name, dependent));
        } catch (SQLException unreachable) {
            throw new StoreNotOpenedException("the DataSource '" + name + "'", unreachable);
        }
    }
}

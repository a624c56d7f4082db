<?php
// change.php install|add|edit|delete, with the URL, the posts or their IDs as JSON on standard input; prints JSON.
$how = $argv[1];
$values = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
if ($how === 'install') {
    define('WP_INSTALLING', true);
    $_SERVER['HTTP_HOST'] = parse_url($values, PHP_URL_HOST) . ':' . parse_url($values, PHP_URL_PORT);
    $_SERVER['REQUEST_URI'] = '/';
}
require __DIR__ . '/wp-load.php';

if ($how === 'install') {
    require ABSPATH . 'wp-admin/includes/upgrade.php';
    // No mail goes out.
    add_filter('pre_wp_mail', '__return_true');
    wp_install('Blog', 'ann', 'ann@example.com', true, '', wp_generate_password());
    update_option('siteurl', $values);
    update_option('home', $values);
    update_option('permalink_structure', '/%postname%/');
    flush_rewrite_rules();
    foreach (get_posts(['numberposts' => -1, 'post_status' => 'any']) as $post) {
        wp_delete_post($post->ID, true);
    }
    [$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'feedcache']);
    print json_encode($password);
    exit;
}

$wpdb->query('START TRANSACTION');
if ($how === 'add') {
    // A minute from post to post: WordPress gives no fixed order to posts of the same second.
    $start = max(strtotime('2020-01-01 UTC'), ...array_map(
        fn($post) => strtotime($post->post_date_gmt . ' UTC'),
        get_posts(['numberposts' => 1, 'orderby' => 'date', 'order' => 'DESC'])
    ) ?: [0]);
    foreach ($values as $number => $value) {
        $date = gmdate('Y-m-d H:i:s', $start + 60 * ($number + 1));
        wp_insert_post(wp_slash([
            'post_title' => $value['title'], 'post_content' => $value['note'], 'post_status' => 'publish',
            'post_author' => 1, 'post_date' => $date, 'post_date_gmt' => $date,
        ]));
    }
} else {
    foreach ($values as $id) {
        if ($how === 'edit') {
            wp_update_post(['ID' => $id, 'post_title' => "Edited $id"]);
        } else {
            wp_delete_post($id, true);
        }
    }
}
$wpdb->query('COMMIT');
print json_encode(count($values));

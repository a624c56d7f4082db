# Run by `rails runner`: `set-up` prints the key of the API, `add` makes the issues that are written on standard input.
admin = User.find_by(login: 'admin')
if ARGV[0] == 'set-up'
  Redmine::DefaultData::Loader.load('en')
  Setting.rest_api_enabled = '1'
  Setting.login_required = '1'
  Setting.notified_events = []
  Project.create!(name: 'Books', identifier: 'books', enabled_module_names: ['issue_tracking'],
                  trackers: Tracker.all.to_a)
  puts admin.api_key
else
  project = Project.find('books')
  values = { project: project, tracker: project.trackers.first, author: admin, priority: IssuePriority.first }
  Issue.transaction do
    JSON.parse($stdin.read).each { |issue| Issue.create!(issue.merge(values)) }
  end
end
